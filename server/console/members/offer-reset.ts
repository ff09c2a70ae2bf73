import { eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations } from "#server/db/member-schema.ts";
import { findMemberById } from "./find-member-by-id.ts";
import { lockMembers } from "./lock-members.ts";
import { type MadeLink, makeLink } from "./make-link.ts";
import { revokeLinks } from "./revoke-links.ts";

/**
 * Creates a one-time link to set a new password, and revokes the member's previous open link. The old password and
 * sessions stay valid until the link is used. Throws CONFLICT if the member is disabled.
 */
export async function offerReset(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now">,
  actor: Actor,
  memberId: string,
): Promise<MadeLink> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const { email, disabledAt } = await findMemberById(transaction, memberId);
    if (disabledAt !== null)
      throw new GatewayError("CONFLICT", { message: "This member is disabled. Enable the member first." });
    await revokeLinks(gateway, transaction, eq(invitations.memberId, memberId));
    const made = await makeLink(gateway, transaction, {
      purpose: "password",
      email,
      role: null,
      memberId,
      createdBy: actor.id,
    });
    await gateway.events.appendIn(transaction, actor, {
      kind: "member.reset_offered",
      invitation_id: made.invitationId,
      member_id: memberId,
    });
    return made;
  });
}
