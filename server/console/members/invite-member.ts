import { and, eq } from "drizzle-orm";
import type { Role } from "#lib/domain/members.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations } from "#server/db/member-schema.ts";
import { lockMembers } from "./lock-members.ts";
import { type MadeLink, makeLink } from "./make-link.ts";
import { requireNewPerson } from "./require-new-person.ts";
import { revokeLinks } from "./revoke-links.ts";

/**
 * Creates a one-time link to join with an e-mail address, and revokes an open link for the same address. `email` must
 * be in lower case. Throws CONFLICT if the person is already a member.
 */
export async function invite(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now">,
  actor: Actor,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<MadeLink> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    await requireNewPerson(transaction, email);
    await revokeLinks(gateway, transaction, and(eq(invitations.purpose, "join"), eq(invitations.email, email)));
    const made = await makeLink(gateway, transaction, {
      purpose: "join",
      email,
      role,
      memberId: null,
      createdBy: actor.id,
    });
    await gateway.events.appendIn(transaction, actor, {
      kind: "member.invited",
      invitation_id: made.invitationId,
      email,
      role,
    });
    return made;
  });
}
