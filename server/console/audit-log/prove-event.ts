import { and, eq } from "drizzle-orm";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { events } from "#server/db/schema.ts";
import { readableEvents } from "./readable-events.ts";

/**
 * Returns the proof of an audit event (c2sp.org/tlog-proof@v1), which contains the event. Throws NOT_FOUND if the event
 * does not exist, is archived, or may not be read by the member yet.
 */
export async function proveEvent(
  gateway: Pick<ConsoleContext, "config" | "database" | "tree">,
  member: Member,
  seq: number,
): Promise<string> {
  const [event] = await gateway.database.orm
    .select()
    .from(events)
    .where(and(eq(events.seq, seq), await readableEvents(gateway, member)));
  if (event !== undefined) return gateway.tree.prove(event);
  throw new GatewayError("NOT_FOUND", {
    message: "The audit log has no such event that you may read, or the event is archived.",
  });
}
