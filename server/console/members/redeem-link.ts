import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { emailAddress, memberName, newPassword } from "#lib/domain/fields.ts";
import type { Role } from "#lib/domain/members.ts";
import { personAddress } from "#lib/person-address.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations, sessions } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { insertMember } from "./add-member.ts";
import { findLink, type OpenLink } from "./find-link.ts";
import { findMemberById } from "./find-member-by-id.ts";
import { lockMembers } from "./lock-members.ts";
import { requireNewPerson } from "./require-new-person.ts";
import { setPassword } from "./set-password.ts";

export const redemption = z.object({
  token: z.string().min(1).max(200),
  password: newPassword,
  /** Required to join; ignored when setting a password. */
  name: z.optional(memberName),
  /** Required to join with a link that has no e-mail address; otherwise ignored. */
  email: z.optional(emailAddress),
});

/**
 * Redeems a one-time link to join or to set a new password. Returns the e-mail address to sign in with. Throws
 * NOT_FOUND if the link cannot be used, BAD_REQUEST if the name or address is missing, CONFLICT if the person is
 * already a member.
 */
export async function redeemLink(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  { token, password, name, email }: z.output<typeof redemption>,
): Promise<string> {
  // Check the token before the slow password hash, so guessed tokens cost little CPU. Check again under the lock.
  await requireLink(gateway.database.orm, token, gateway.now());
  const passwordHash = await hashPassword(password);
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const link = await requireLink(transaction, token, gateway.now());
    await transaction.update(invitations).set({ usedAt: gateway.now() }).where(eq(invitations.id, link.invitationId));
    if (link.memberId !== null) return reset(gateway, transaction, link.memberId, passwordHash);
    return join(gateway, transaction, link, {
      name: required(name, "Enter your name."),
      email: link.email === "" ? required(email, "Enter your e-mail address.") : link.email,
      role: link.role ?? "researcher",
      passwordHash,
    });
  });
}

async function join(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  { invitationId }: OpenLink,
  given: { readonly name: string; readonly email: string; readonly role: Role; readonly passwordHash: string },
): Promise<string> {
  const { email, role } = given;
  await requireNewPerson(transaction, email);
  const id = uuid();
  await insertMember(gateway, transaction, { id, ...given });
  await gateway.events.appendIn(transaction, memberActor({ id }), {
    kind: "member.added",
    member_id: id,
    role,
    address: personAddress(email),
    invitation_id: invitationId,
  });
  return email;
}

async function reset(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  memberId: string,
  passwordHash: string,
): Promise<string> {
  const member = await findMemberById(transaction, memberId);
  await setPassword(gateway, transaction, member, passwordHash);
  await transaction.delete(sessions).where(eq(sessions.userId, memberId));
  await gateway.events.appendIn(transaction, memberActor(member), { kind: "member.password_set", member_id: memberId });
  return member.email;
}

async function requireLink(orm: Drizzle, token: string, now: Date): Promise<OpenLink> {
  const link = await findLink(orm, token, now);
  const message = "This link is no longer valid. Ask an administrator for a new link.";
  if (link === undefined) throw new GatewayError("NOT_FOUND", { message });
  return link;
}

function required(value: string | undefined, message: string): string {
  if (value === undefined) throw new GatewayError("BAD_REQUEST", { message });
  return value;
}
