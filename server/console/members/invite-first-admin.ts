import { and, eq } from "drizzle-orm";
import type { Actor } from "#server/audit/log/event.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations } from "#server/db/member-schema.ts";
import { hasAdmin, lockMembers } from "./lock-members.ts";
import { type LinkMaker, type MadeLink, makeLink } from "./make-link.ts";
import { revokeLinks } from "./revoke-links.ts";

const OPERATOR: Actor = { type: "system", id: "setup" };

/**
 * Creates a one-time link for the first administrator, who enters an e-mail address when joining. Returns undefined if
 * an enabled administrator exists, unless `another` is set. Revokes the link from an earlier call.
 */
export async function inviteFirstAdmin(gateway: LinkMaker, another: boolean): Promise<MadeLink | undefined> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    if (!another && (await hasAdmin(transaction))) return undefined;
    await revokeLinks(gateway, transaction, and(eq(invitations.purpose, "join"), eq(invitations.email, "")));
    const made = await makeLink(gateway, transaction, {
      purpose: "join",
      email: "",
      role: "admin",
      memberId: null,
      createdBy: OPERATOR.id,
    });
    await gateway.events.appendIn(transaction, OPERATOR, {
      kind: "member.invited",
      invitation_id: made.invitationId,
      email: "",
      role: "admin",
    });
    return made;
  });
}
