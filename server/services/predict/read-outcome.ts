import { and, eq, inArray } from "drizzle-orm";
import { OUTCOMES } from "#lib/console/audit-events.ts";
import type { Event } from "#server/infra/audit-log/event.ts";
import type { Database } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";

export type Outcome = Extract<Event, { kind: (typeof OUTCOMES)[number] }>;

/** How a request ended, by the audit log; undefined where it has no outcome (yet). */
export async function readOutcome(database: Database, requestId: string): Promise<Outcome | undefined> {
  const rows = await database.orm
    .select({ kind: events.kind, body: events.body })
    .from(events)
    .where(and(eq(events.requestId, requestId), inArray(events.kind, [...OUTCOMES])));
  // In the order in which they count: an answer that is in the log was made, even if its caller got an error.
  const first = OUTCOMES.flatMap((kind) => rows.filter((row) => row.kind === kind))[0];
  return first === undefined ? undefined : JSON.parse(first.body.toString());
}
