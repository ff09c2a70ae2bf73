import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { validate } from "uuid";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { GatewayError } from "#server/base/errors.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import { events } from "#server/db/schema.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

/**
 * Returns the proof that the outcome of a caller's own request is in the audit log (c2sp.org/tlog-proof@v1), with the
 * event and its contents as extra data. Throws NOT_FOUND if the caller has no such request, or if its month was archived.
 */
export async function getReceipt(
  { database, tree }: Pick<GatewayContext, "database" | "tree">,
  callerId: string,
  requestId: string,
): Promise<string> {
  if (!validate(requestId)) throw missing();
  const ofRequest = and(eq(events.requestId, requestId), inArray(events.kind, [...OUTCOMES]));
  const ended = await database.orm
    .select({ ...getTableColumns(events), contents: contentsOfEvent })
    .from(events)
    .where(ofRequest)
    .orderBy(events.seq);
  const found = ended.find(({ actorId }) => actorId === callerId);
  if (found === undefined) throw missing();
  return tree.prove(found, found.contents);
}

function missing(): GatewayError {
  return new GatewayError("NOT_FOUND", { message: "This API key has no recorded request with this id." });
}
