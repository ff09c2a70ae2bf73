import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members, sessions } from "#server/db/member-schema.ts";
import { findMemberById } from "./find-member-by-id.ts";
import { lockMembers, requireAdmin } from "./lock-members.ts";
import { linksOf, revokeLinks } from "./revoke-links.ts";

/**
 * Disables a member, ends the member's sessions, and revokes open links for the member or by the member. Does nothing
 * if the member is already disabled. Throws CONFLICT for the last administrator.
 */
export async function disableMember(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  memberId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const member = await findMemberById(transaction, memberId);
    if (member.disabledAt !== null) return;
    const now = gateway.now();
    await transaction.update(members).set({ disabledAt: now, updatedAt: now }).where(eq(members.id, memberId));
    await requireAdmin(transaction);
    await transaction.delete(sessions).where(eq(sessions.userId, memberId));
    await revokeLinks(gateway, transaction, linksOf(member));
    await gateway.events.appendIn(transaction, actor, { kind: "member.disabled", member_id: memberId });
  });
}
