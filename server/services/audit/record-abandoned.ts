import { and, eq, exists, gt, gte, inArray, lt, lte, not } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { EVALUATION_OUTCOMES, OPENINGS, OUTCOMES } from "#lib/console/audit-events.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Event, EventContent, Opening as OpeningContent } from "#server/infra/audit-log/event.ts";
import { findSequenceRange } from "#server/infra/audit-log/sequence-range.ts";
import { inTransaction } from "#server/infra/db/in-transaction.ts";
import { takeLock } from "#server/infra/db/locks.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";

/** More than any clock of the processes that share a database is off. */
const MARGIN_MS = 60_000;
const SYSTEM = { type: "system", id: "jobs", name: "Background jobs" } as const;

/**
 * Returns a function that records `prediction.abandoned` or `evaluation.abandoned` for each opening that has no outcome, because its process was
 * killed. The first run looks at the time before the last event, each later one at the time since the run before.
 * Openings of requests that another process may still be working on are left to a later run.
 */
export function createAbandonedRecorder(
  gateway: Pick<Gateway, "config" | "database" | "events" | "now">,
): () => Promise<number> {
  const { config, database, now } = gateway;
  const longestMs = config.model.deadlineMs + config.drainMs + MARGIN_MS;
  let from: Date | undefined;
  return async () => {
    const isFirst = from === undefined;
    from ??= new Date((await readLastTime(database.orm)).getTime() - longestMs);
    // The embedded database has no other process.
    const before = isFirst && database.kind === "embedded" ? now() : new Date(now().getTime() - longestMs);
    const recorded = await recordBetween(gateway, from, before);
    from = new Date(Math.max(from.getTime(), before.getTime() - MARGIN_MS));
    return recorded;
  };
}

type Opening = OpeningContent & Pick<Event, "at">;

function abandon({ at: opened_at, ...opening }: Opening): EventContent {
  const { request_id, release, task_id, input_id } = opening;
  const subject = { opened_at, request_id, release, task_id, input_id };
  if (opening.kind === "prediction.opened") return { kind: "prediction.abandoned", ...subject };
  const { evaluation_id, case_index } = opening;
  return { kind: "evaluation.abandoned", ...subject, evaluation_id, case_index };
}

async function readLastTime(orm: Drizzle): Promise<Date> {
  const { rows } = await orm.execute<{ at: string | null }>(
    "select max(at) as at from (select at from events order by seq desc limit 1) as last",
  );
  return new Date(rows[0]?.at ?? 0);
}

async function recordBetween(
  { database, events: auditLog }: Pick<Gateway, "database" | "events">,
  from: Date,
  before: Date,
): Promise<number> {
  const { above, upTo } = await findSequenceRange(database, { from, before });
  const outcomes = alias(events, "outcomes");
  return inTransaction(database, async (transaction) => {
    await takeLock(transaction, "abandoned");
    const hasOutcome = transaction
      .select({ seq: outcomes.seq })
      .from(outcomes)
      .where(
        and(eq(outcomes.requestId, events.requestId), inArray(outcomes.kind, [...OUTCOMES, ...EVALUATION_OUTCOMES])),
      );
    const isWithin = and(gt(events.seq, above), lte(events.seq, upTo), gte(events.at, from), lt(events.at, before));
    const abandoned = await transaction
      .select({ body: events.body })
      .from(events)
      .where(and(inArray(events.kind, [...OPENINGS]), isWithin, not(exists(hasOutcome))))
      .orderBy(events.seq);
    for (const { body } of abandoned) {
      const opening: Opening = JSON.parse(body.toString());
      await auditLog.appendIn(transaction, SYSTEM, abandon(opening));
    }
    return abandoned.length;
  });
}
