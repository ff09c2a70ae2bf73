import { eq } from "drizzle-orm";
import type { Actor, EventContent } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations } from "#server/db/member-schema.ts";
import { lockMembers } from "./lock-members.ts";
import { revokeLinks } from "./revoke-links.ts";

/** Revokes a one-time link. Throws NOT_FOUND if the link is unknown, CONFLICT if it has been used. */
export async function revokeInvitation(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  invitationId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const [found] = await transaction.select().from(invitations).where(eq(invitations.id, invitationId));
    if (found === undefined) throw new GatewayError("NOT_FOUND", { message: "This link does not exist." });
    if (found.usedAt !== null)
      throw new GatewayError("CONFLICT", { message: "This link has already been used and cannot be revoked." });
    if (found.revokedAt !== null) return;
    await revokeLinks(gateway, transaction, eq(invitations.id, invitationId));
    await gateway.events.appendIn(transaction, actor, revocationOf(found));
  });
}

function revocationOf({ id, email, role, memberId }: typeof invitations.$inferSelect): EventContent {
  return memberId === null
    ? { kind: "member.invitation_revoked", invitation_id: id, email, role: role ?? "researcher" }
    : { kind: "member.reset_revoked", invitation_id: id, member_id: memberId };
}
