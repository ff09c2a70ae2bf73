import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { events } from "#server/db/schema.ts";
import { hideCandidateAnswers, hideVerdicts } from "./readable-events.ts";

/**
 * Returns the proof of an audit event (c2sp.org/tlog-proof@v1), which contains the event and those of its contents that
 * the member may read. Throws NOT_FOUND if the event does not exist, is archived, or is an answer of the candidate that
 * the member may not read yet.
 */
export async function proveEvent(
  gateway: Pick<ConsoleContext, "config" | "database" | "tree">,
  member: Member,
  seq: number,
): Promise<string> {
  const isReadable = (await hideVerdicts(gateway, member)) ?? sql`true`;
  const [event] = await gateway.database.orm
    .select({ ...getTableColumns(events), contents: contentsOfEvent, isReadable: sql<boolean>`${isReadable}` })
    .from(events)
    .where(and(eq(events.seq, seq), hideCandidateAnswers));
  if (event !== undefined) return gateway.tree.prove(event, event.isReadable ? event.contents : null);
  throw new GatewayError("NOT_FOUND", {
    message: "The audit log has no such event that you may read, or the event is archived.",
  });
}
