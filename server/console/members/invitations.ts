import { hashPassword } from "better-auth/crypto";
import { and, eq, type SQL } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { emailAddress, memberName, newPassword } from "#lib/domain/fields.ts";
import type { Role } from "#lib/domain/members.ts";
import { personAddress } from "#lib/person-address.ts";
import type { Actor, EventContent } from "#server/audit/log/event.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { invitations, members, sessions } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import {
  changeRole,
  findMemberById,
  hasAdmin,
  insertMember,
  lockMembers,
  requireNewPerson,
  setPassword,
} from "./accounts.ts";
import {
  findLink,
  type LinkMaker,
  type MadeLink,
  makeLink,
  type NewLink,
  type OpenLink,
  revokeLinks,
  spendLink,
} from "./one-time-links.ts";

export const openedLink = z.object({ token: z.string().min(1).max(200) });

export const redemption = openedLink.extend({
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
    await spendLink(gateway, transaction, link);
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

/** Throws NOT_FOUND if no link, or none for the purpose, can be used with this token. */
export async function requireLink(orm: Drizzle, token: string, now: Date, purpose?: "session"): Promise<OpenLink> {
  const link = await findLink(orm, { token }, now);
  const message = "This link is no longer valid. Ask an administrator for a new link.";
  if (link === undefined || (purpose ?? link.purpose) !== link.purpose)
    throw new GatewayError("NOT_FOUND", { message });
  return link;
}

function required(value: string | undefined, message: string): string {
  if (value === undefined) throw new GatewayError("BAD_REQUEST", { message });
  return value;
}

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

/** Replaces the links that `replaced` matches by a new link, and appends its event. Call under `lockMembers`. */
async function offerLink(
  gateway: LinkMaker,
  transaction: Drizzle,
  actor: Actor,
  link: Omit<NewLink, "createdBy">,
  replaced: SQL | undefined,
): Promise<MadeLink> {
  await revokeLinks(gateway, transaction, and(eq(invitations.purpose, link.purpose), replaced));
  const made = await makeLink(gateway, transaction, { ...link, createdBy: actor.id });
  const { purpose, email, role, memberId } = link;
  const subject = { invitation_id: made.invitationId };
  const content: EventContent =
    memberId === null
      ? { kind: "member.invited", ...subject, email, role: role ?? "researcher" }
      : {
          kind: purpose === "session" ? "member.session_offered" : "member.reset_offered",
          ...subject,
          member_id: memberId,
        };
  await gateway.events.appendIn(transaction, actor, content);
  return made;
}

/**
 * Creates a one-time link to set a new password or, with SIGN_IN=openid, to link another account, and revokes the
 * member's previous open link. The old password and sessions stay valid until the link is used. With the purpose
 * `session`, see `offerSession`. Throws CONFLICT if the member is disabled.
 */
export async function offerReset(
  gateway: LinkMaker,
  actor: Actor,
  memberId: string,
  purpose: "password" | "session" = "password",
): Promise<MadeLink> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const { email, disabledAt } = await findMemberById(transaction, memberId);
    if (disabledAt !== null)
      throw new GatewayError("CONFLICT", { message: "This member is disabled. Enable the member first." });
    const link = { purpose, email, role: null, memberId };
    return offerLink(gateway, transaction, actor, link, eq(invitations.memberId, memberId));
  });
}

/**
 * Creates a one-time link to join with an e-mail address, and revokes an open link for the same address. `email` must
 * be in lower case. Throws CONFLICT if the person is already a member.
 */
export async function invite(
  gateway: LinkMaker,
  actor: Actor,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<MadeLink> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    await requireNewPerson(transaction, email);
    const link = { purpose: "join", email, role, memberId: null } as const;
    return offerLink(gateway, transaction, actor, link, eq(invitations.email, email));
  });
}

const OPERATOR: Actor = { type: "system", id: "setup" };

/**
 * Creates a one-time link for the first administrator, who enters an e-mail address when joining. Returns undefined if
 * an enabled administrator exists, unless `another` is set. Revokes the link from an earlier call.
 */
export async function inviteFirstAdmin(gateway: LinkMaker, another: boolean): Promise<MadeLink | undefined> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    if (!another && (await hasAdmin(transaction))) return undefined;
    const link = { purpose: "join", email: "", role: "admin", memberId: null } as const;
    return offerLink(gateway, transaction, OPERATOR, link, eq(invitations.email, ""));
  });
}

/**
 * Creates a one-time link to one session as an administrator, for a member with any role. Returns undefined if no member
 * has the e-mail address.
 */
export async function offerSession(gateway: LinkMaker, email: string): Promise<MadeLink | undefined> {
  const [member] = await gateway.database.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
  return member && offerReset(gateway, OPERATOR, member.id, "session");
}

/**
 * Redeems a link of `offerSession`: makes the member an administrator, and ends the member's other sessions, whose
 * renewal would restore the provider's role. Returns the member's id. Throws NOT_FOUND if the link cannot be used.
 */
export async function redeemSessionLink(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  token: string,
): Promise<string> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const link = await requireLink(transaction, token, gateway.now(), "session");
    await spendLink(gateway, transaction, link);
    const member = await findMemberById(transaction, link.memberId ?? "");
    await changeRole(gateway, transaction, OPERATOR, member, "admin");
    await transaction.delete(sessions).where(eq(sessions.userId, member.id));
    const content = { kind: "member.session_opened", invitation_id: link.invitationId, member_id: member.id } as const;
    await gateway.events.appendIn(transaction, memberActor(member), content);
    return member.id;
  });
}
