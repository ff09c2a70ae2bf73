import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { OPEN_ID } from "#server/console/members/accounts.ts";
import { accounts, members, sessions } from "#server/db/member-schema.ts";
import { findToken, presentsToken, recordUse } from "./find-token.ts";

/** The message of a request without a session and without a valid personal token, for every reason. */
export const NOT_SIGNED_IN = "Sign in, or send a valid personal token.";

/**
 * Returns the member whose session cookie is in the headers. Reads role and status from the database on every request,
 * so that demoting or disabling a member takes effect immediately.
 */
export async function findMember(
  { auth, config, database, now }: Pick<ConsoleContext, "auth" | "config" | "database" | "now">,
  headers: Headers,
): Promise<SignedIn | undefined> {
  const found = await auth.api.getSession({ headers });
  if (found === null) return undefined;
  const [member] = await database.orm
    .select(MEMBER)
    .from(members)
    .innerJoin(sessions, and(eq(sessions.userId, members.id), eq(sessions.id, found.session.id)))
    .leftJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(isNull(members.disabledAt), isValid({ config, now })));
  return member && { ...member, sessionId: found.session.id };
}

/** Returns the member who sent a request with a session cookie or a personal token. A token excludes the cookie. */
export async function findCaller(
  gateway: Pick<ConsoleContext, "auth" | "config" | "database" | "now">,
  headers: Headers,
): Promise<SignedIn | undefined> {
  const { database, now } = gateway;
  const authorization = headers.get("authorization");
  if (!presentsToken(authorization)) return findMember(gateway, headers);
  const token = await findToken(database, authorization);
  if (token === undefined || token.revokedAt !== null || token.expiresAt <= now()) return undefined;
  // The provider must also confirm the holder of a token. Without OIDC_ISSUER, nobody can ask it.
  const isConfirmed = gateway.config.oidc && or(isNull(accounts.id), gt(accounts.validUntil, now()));
  const [member] = await database.orm
    .select(MEMBER)
    .from(members)
    .leftJoin(accounts, and(eq(accounts.userId, members.id), eq(accounts.providerId, OPEN_ID)))
    .where(and(eq(members.id, token.memberId), isNull(members.disabledAt), isConfirmed));
  if (member === undefined) return undefined;
  await recordUse(database, token, now());
  return { ...member, scopes: token.scopes, tokenId: token.id };
}

const { id, name, email, role, timeZone } = members;
const MEMBER = { id, name, email, role, timeZone };

/** A password session that was opened before SIGN_IN=openid has no limit, and nobody confirms it. */
function isValid({ config, now }: Pick<ConsoleContext, "config" | "now">) {
  const isByPassword = and(isNull(sessions.validUntil), isNull(sessions.accountId));
  const isUnlimited = config.signIn === "both" ? isByPassword : undefined;
  return or(isUnlimited, gt(sessions.validUntil, now()), gt(accounts.validUntil, now()));
}
