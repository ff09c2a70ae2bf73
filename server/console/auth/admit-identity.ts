import { APIError, isAPIError } from "better-auth/api";
import { and, eq, ne } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { memberName } from "#lib/domain/fields.ts";
import type { Role } from "#lib/domain/members.ts";
import { type ClaimRules, type Claims, isRefusal, type Refusal } from "#lib/domain/open-id.ts";
import { findClaim, isRefused, readAddress, readProviderRole, readTrustedAddress } from "#lib/domain/read-claims.ts";
import { personAddress } from "#lib/person-address.ts";
import { type Actor, memberActor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { changeRole, insertMember, lockMembers, OPEN_ID } from "#server/console/members/accounts.ts";
import { findLink, type OpenLink, spendLink } from "#server/console/members/one-time-links.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { accounts, members, sessions } from "#server/db/member-schema.ts";
import type { Drizzle } from "#server/db/open.ts";

/** Causes the events that follow from the provider's claims. */
export const PROVIDER: Actor = { type: "system", id: "openid" };

/** Returns issuer and subject, which identify an account. Issuers are URLs, so they contain no space. */
export function accountOf({ iss, sub }: Claims): string {
  return `${iss} ${sub}`;
}

interface Verdict {
  /** Undefined: the sign-in adds a member with this e-mail address. */
  readonly member: { readonly id: string; readonly email: string; readonly role: Role } | undefined;
  readonly email: string;
  readonly role: Role;
  readonly isLinked: boolean;
}

function refuse(code: Refusal): never {
  throw new APIError("FORBIDDEN", { code });
}

export function orRefuse<Value>(read: Value | { readonly refusal: Refusal }): Value {
  return isRefused(read) ? refuse(read.refusal) : (read as Value);
}

/** Returns the code that `judgeIdentity` or better-auth has thrown to refuse a sign-in; undefined for another error. */
export function refusalOf(error: unknown): Refusal | undefined {
  const code = isAPIError(error) ? error.body?.code : undefined;
  return isRefusal(code) ? code : undefined;
}

const PERSON = { id: members.id, email: members.email, role: members.role };

const ofProvider = (memberId: string) => and(eq(accounts.userId, memberId), eq(accounts.providerId, OPEN_ID));

/**
 * Returns what a sign-in with verified claims would do. The account at the provider identifies the member. Before an
 * account is linked, a one-time link or a trusted e-mail address does. Throws the code of a refusal.
 */
export async function judgeIdentity(
  orm: Drizzle,
  rules: ClaimRules,
  claims: Claims,
  link?: OpenLink,
): Promise<Verdict> {
  const role = orRefuse(readProviderRole(claims, rules));
  const isAccount = and(eq(accounts.providerId, OPEN_ID), eq(accounts.accountId, accountOf(claims)));
  const [linked] = await orm
    .select(PERSON)
    .from(accounts)
    .innerJoin(members, eq(members.id, accounts.userId))
    .where(isAccount);
  if (linked !== undefined) {
    if (link !== undefined && linked.id !== link.memberId) refuse("account_linked");
    return { member: linked, email: linked.email, role: role ?? linked.role, isLinked: true };
  }
  const email = link === undefined ? orRefuse(readTrustedAddress(claims, rules)) : readAddressOf(claims, link);
  const [member] = await orm
    .select(PERSON)
    .from(members)
    .where(eq(members.personAddress, personAddress(email)));
  if (member === undefined)
    return { member, email, role: role ?? link?.role ?? refuse("not_a_member"), isLinked: false };
  if (member.id !== link?.memberId) {
    if (link !== undefined || member.email !== email) refuse("person_exists");
    const own = await orm.select({ account: accounts.accountId }).from(accounts).where(ofProvider(member.id));
    // Another person may have got the address of a member.
    if (own.some(({ account }) => account.startsWith(`${claims.iss} `))) refuse("other_account_linked");
  }
  return { member, email, role: role ?? member.role, isLinked: false };
}

/** A link without an address is for anyone, who could also enter any address. */
function readAddressOf({ email, preferred_username }: Claims, link: OpenLink): string {
  return link.email || (readAddress(email) ?? readAddress(preferred_username) ?? refuse("no_address"));
}

/** Stores a member's id in the organisation's directory. Returns false if it belongs to another member. */
export async function storeExternalId(orm: Drizzle, memberId: string, externalId: string): Promise<boolean> {
  const isOther = and(eq(members.externalId, externalId), ne(members.id, memberId));
  if ((await orm.$count(members, isOther)) > 0) return false;
  await orm.update(members).set({ externalId }).where(eq(members.id, memberId));
  return true;
}

/**
 * Finds, links or adds the member whom verified claims identify, and applies the provider's role. Returns the member's
 * e-mail address. Throws the code of a refusal.
 */
export async function admitIdentity(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now">,
  claims: Claims,
  invitationId?: string,
): Promise<string> {
  return inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const link = invitationId === undefined ? undefined : await findLink(transaction, { invitationId }, gateway.now());
    if (link === undefined ? invitationId !== undefined : link.purpose === "session") refuse("link_invalid");
    const { member, email, role, isLinked } = await judgeIdentity(transaction, gateway.config, claims, link);
    const id = member?.id ?? uuid();
    if (link !== undefined) {
      await spendLink(gateway, transaction, link);
      await transaction.delete(sessions).where(eq(sessions.userId, id));
    }
    const byLink = link && { invitation_id: link.invitationId };
    if (member === undefined) {
      const name = memberName.safeParse(claims.name).data ?? email;
      await insertMember(gateway, transaction, { id, name, email, role });
      const content = { kind: "member.added", member_id: id, role, address: personAddress(email), ...byLink } as const;
      await gateway.events.appendIn(transaction, memberActor({ id }), content);
    } else await changeRole(gateway, transaction, PROVIDER, member, role);
    const { scimToken, scimClaim } = gateway.config;
    const externalId = scimToken && findClaim(claims, scimClaim);
    // Otherwise the directory would later disable the other member instead of this one.
    if (typeof externalId === "string" && !(await storeExternalId(transaction, id, externalId)))
      refuse("account_linked");
    if (!isLinked) {
      await transaction.delete(accounts).where(ofProvider(id));
      const account = { id: uuid(), userId: id, accountId: accountOf(claims), providerId: OPEN_ID };
      await transaction.insert(accounts).values(account);
      const [issuer, subject] = [String(claims.iss), String(claims.sub)];
      const content = { kind: "member.linked", member_id: id, issuer, subject, ...byLink } as const;
      await gateway.events.appendIn(transaction, memberActor({ id }), content);
    }
    return member?.email ?? email;
  });
}
