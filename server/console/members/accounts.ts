import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { and, asc, desc, eq, gt, isNull, max, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Member, Role } from "#lib/domain/members.ts";
import { personAddress } from "#lib/person-address.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { accounts, invitations, members, personalTokens, sessions } from "#server/db/member-schema.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { handOverKeys } from "./hand-over-keys.ts";
import { linksOf, revokeLinks } from "./one-time-links.ts";

/** Id of the OpenID provider in callback URLs and in the accounts table. */
export const OPEN_ID = "oidc";

/** Whether an account of the OpenID provider is linked to the member. */
const IS_LINKED = sql<boolean>`exists (select from accounts where user_id = members.id and provider_id = ${OPEN_ID})`;

export async function findMemberById(transaction: Drizzle, memberId: string) {
  const { id, name, email, role, disabledAt, disabledBy } = members;
  const [member] = await transaction
    .select({ id, name, email, role, disabledAt, disabledBy, isLinked: IS_LINKED })
    .from(members)
    .where(eq(id, memberId));
  if (member === undefined) throw new GatewayError("NOT_FOUND", { message: "This member does not exist." });
  return member;
}

/** Serialises changes to members, roles and links across processes until the transaction ends. */
export async function lockMembers(transaction: Drizzle): Promise<void> {
  await takeLock(transaction, "members");
}

/** Throws CONFLICT if no enabled administrator is left. Call it under `lockMembers`, after the change. */
async function requireAdmin(transaction: Drizzle): Promise<void> {
  if (await hasAdmin(transaction)) return;
  throw new GatewayError("CONFLICT", {
    message: "This is the last administrator. Make another member an administrator first.",
  });
}

/** Whether an enabled administrator exists. */
export async function hasAdmin(transaction: Drizzle): Promise<boolean> {
  const [admin] = await transaction
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, "admin"), isNull(members.disabledAt)))
    .limit(1);
  return admin !== undefined;
}

/**
 * Returns the member with the current role, undefined if the member is disabled. Locks the member's row until the
 * transaction ends, so that a member who is demoted during the request cannot act with the old role.
 */
export async function withCurrentRole<Reader extends Pick<Member, "id">>(transaction: Drizzle, reader: Reader) {
  const isEnabled = and(eq(members.id, reader.id), isNull(members.disabledAt));
  const [member] = await transaction.select({ role: members.role }).from(members).where(isEnabled).for("share");
  return { ...reader, role: member?.role };
}

/** Throws CONFLICT if a member has this e-mail address, in any spelling. Call under `lockMembers`. */
export async function requireNewPerson(transaction: Drizzle, email: string): Promise<void> {
  const [member] = await transaction
    .select({ email: members.email })
    .from(members)
    .where(eq(members.personAddress, personAddress(email)));
  if (member === undefined) return;
  const message =
    member.email === email
      ? "A member with this address already exists."
      : `This address belongs to the same person as ${member.email}, who is already a member. Change that member's role instead.`;
  throw new GatewayError("CONFLICT", { message });
}

/** Returns all members, sorted by name, and all open links, newest first. */
export async function listMembers({ config, database, now }: Pick<ConsoleContext, "config" | "database" | "now">) {
  const [people, open] = [await readMembers(database), await readInvitations(database, now())];
  return {
    members: people.map(({ isLinked, ...member }) => ({
      ...isoDates(member),
      roleFromProvider: isLinked && config.oidcRoles !== undefined,
    })),
    invitations: open.map(isoDates),
  };
}

/** `lastSignInAt` is null before the first sign-in. */
function readMembers({ orm }: Database) {
  const { id: memberId, name, email, role, createdAt: addedAt, disabledAt } = members;
  const lastSignInAt = max(
    sql`case when ${accounts.updatedAt} > ${accounts.createdAt} then ${accounts.updatedAt} end`,
  ).mapWith(accounts.updatedAt);
  return orm
    .select({ memberId, name, email, role, addedAt, disabledAt, lastSignInAt, isLinked: IS_LINKED })
    .from(members)
    .leftJoin(accounts, eq(accounts.userId, memberId))
    .groupBy(memberId)
    .orderBy(asc(sql`lower(${name})`), asc(memberId));
}

/** Omits the URLs, because tokens are not stored. `email` is empty if the person enters it when joining. */
function readInvitations({ orm }: Database, now: Date) {
  const { id: invitationId, purpose, email, role, createdAt, expiresAt, usedAt, revokedAt } = invitations;
  return orm
    .select({ invitationId, purpose, email, role, createdAt, expiresAt })
    .from(invitations)
    .where(and(isNull(usedAt), isNull(revokedAt), gt(expiresAt, now)))
    .orderBy(desc(createdAt));
}

export interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** Adds a member with a password and appends the audit event. Returns the member's id. */
export async function addMember(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  { password, ...member }: NewMember,
): Promise<string> {
  const id = uuid();
  await insertMember(gateway, transaction, { ...member, id, passwordHash: await hashPassword(password) });
  await gateway.events.appendIn(transaction, actor, {
    kind: "member.added",
    member_id: id,
    role: member.role,
    address: personAddress(member.email),
  });
  return id;
}

/** Inserts a member. The e-mail address counts as verified, because an administrator or the provider vouches for it. */
export async function insertMember(
  gateway: Pick<ConsoleContext, "now">,
  transaction: Drizzle,
  { passwordHash, ...member }: Omit<NewMember, "password"> & { readonly id: string; readonly passwordHash?: string },
): Promise<void> {
  await transaction.insert(members).values({
    ...member,
    personAddress: personAddress(member.email),
    emailVerified: true,
  });
  if (passwordHash !== undefined) await setPassword(gateway, transaction, member, passwordHash);
}

/** Returns a password of 144 random bits. */
export function makePassword(): string {
  return randomBytes(18).toString("base64url");
}

/**
 * Changes a member's role. Throws FORBIDDEN for the actor's own role, because an administrator could otherwise become a
 * reviewer without another administrator's consent; CONFLICT for the last administrator, and if the OpenID provider
 * determines the role.
 */
export async function setRole(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now">,
  actor: Actor,
  { memberId, role }: { readonly memberId: string; readonly role: Role },
): Promise<void> {
  if (actor.id === memberId) {
    throw new GatewayError("FORBIDDEN", { message: "You cannot change your own role. Ask another administrator." });
  }
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const member = await findMemberById(transaction, memberId);
    if (member.isLinked && gateway.config.oidcRoles !== undefined) {
      const message = "This member's role comes from your organisation. Change the member's groups there.";
      throw new GatewayError("CONFLICT", { message });
    }
    await changeRole(gateway, transaction, actor, member, role);
    await requireAdmin(transaction);
  });
}

/**
 * Changes a member's role, and revokes the open links for the member or by the member. Takes effect on the member's next
 * request. Call under `lockMembers`.
 */
export async function changeRole(
  gateway: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  member: Pick<Member, "id" | "email" | "role">,
  role: Role,
): Promise<void> {
  if (member.role === role) return;
  await transaction.update(members).set({ role, updatedAt: gateway.now() }).where(eq(members.id, member.id));
  await revokeLinks(gateway, transaction, linksOf(member));
  await gateway.events.appendIn(transaction, actor, { kind: "member.role_changed", member_id: member.id, role });
}

/**
 * Disables or enables a member. Disabling ends the member's sessions, revokes the member's personal tokens and the links
 * for or by the member, and lets the API keys expire; enabling restores only the keys. The directory enables only those
 * whom it has disabled, and disables even the last administrator, who has left. Others get CONFLICT.
 */
export async function setEnabled(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  memberId: string,
  isEnabled: boolean,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const member = await findMemberById(transaction, memberId);
    if ((member.disabledAt === null) === isEnabled) return;
    if (isEnabled && actor.type === "system" && member.disabledBy !== actor.id) return;
    const now = gateway.now();
    const state = isEnabled ? { disabledAt: null, disabledBy: null } : { disabledAt: now, disabledBy: actor.id };
    await transaction
      .update(members)
      .set({ ...state, updatedAt: now })
      .where(eq(members.id, memberId));
    await handOverKeys(gateway, transaction, memberId, !isEnabled);
    if (!isEnabled) {
      if (actor.type === "member") await requireAdmin(transaction);
      await transaction.delete(sessions).where(eq(sessions.userId, memberId));
      await revokeLinks(gateway, transaction, linksOf(member));
      await revokeTokens(gateway, transaction, actor, isLive(memberId, now));
    }
    const kind = isEnabled ? "member.enabled" : "member.disabled";
    await gateway.events.appendIn(transaction, actor, { kind, member_id: memberId });
  });
}

/** Matches the personal tokens of a member that are neither expired nor revoked. */
export function isLive(memberId: string, now: Date): SQL | undefined {
  const { memberId: owner, revokedAt, expiresAt } = personalTokens;
  return and(eq(owner, memberId), isNull(revokedAt), gt(expiresAt, now));
}

/** Revokes the personal tokens that match a condition, and appends an audit event for each. */
export async function revokeTokens(
  { events, now }: Pick<ConsoleContext, "events" | "now">,
  transaction: Drizzle,
  actor: Actor,
  which: SQL | undefined,
): Promise<void> {
  const { id, memberId } = personalTokens;
  const revoked = await transaction
    .update(personalTokens)
    .set({ revokedAt: now() })
    .where(which)
    .returning({ id, memberId });
  for (const token of revoked)
    await events.appendIn(transaction, actor, { kind: "token.revoked", token_id: token.id, member_id: token.memberId });
}

/** Sets a member's password and revokes the member's open links. Call under `lockMembers`; append the audit event. */
export async function setPassword(
  gateway: Pick<ConsoleContext, "now">,
  transaction: Drizzle,
  member: Pick<Member, "id" | "email">,
  password: string,
): Promise<void> {
  const changed = await transaction
    .update(accounts)
    .set({ password })
    .where(and(eq(accounts.userId, member.id), eq(accounts.providerId, "credential")))
    .returning({ id: accounts.id });
  if (changed.length === 0) {
    const account = { id: uuid(), userId: member.id, accountId: member.id, providerId: "credential", password };
    await transaction.insert(accounts).values(account);
  }
  await revokeLinks(gateway, transaction, linksOf(member));
}
