import { eq } from "drizzle-orm";
import type { Role } from "#lib/domain/members.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { members } from "#server/db/member-schema.ts";
import { findMemberById } from "./find-member-by-id.ts";
import { lockMembers, requireAdmin } from "./lock-members.ts";
import { linksOf, revokeLinks } from "./revoke-links.ts";

/**
 * Changes a member's role and revokes the open links for the member or by the member. Takes effect on the member's next
 * request. Throws FORBIDDEN for the actor's own role, because an administrator could otherwise become a reviewer
 * without another administrator's consent; CONFLICT for the last administrator.
 */
export async function setRole(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  { memberId, role }: { readonly memberId: string; readonly role: Role },
): Promise<void> {
  if (actor.id === memberId) {
    throw new GatewayError("FORBIDDEN", { message: "You cannot change your own role. Ask another administrator." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const member = await findMemberById(transaction, memberId);
    if (member.role === role) return;
    await transaction.update(members).set({ role, updatedAt: gateway.now() }).where(eq(members.id, memberId));
    await requireAdmin(transaction);
    await revokeLinks(gateway, transaction, linksOf(member));
    await gateway.events.appendIn(transaction, actor, { kind: "member.role_changed", member_id: memberId, role });
  });
}
