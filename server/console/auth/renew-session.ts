import { symmetricEncrypt } from "better-auth/crypto";
import { and, eq, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { CHECK_MINUTES, CONFIRMED_MINUTES } from "#lib/domain/open-id.ts";
import { readProviderRole } from "#lib/domain/read-claims.ts";
import { describeError } from "#server/base/describe-error.ts";
import { changeRole, findMemberById, isLive, lockMembers, revokeTokens } from "#server/console/members/accounts.ts";
import { handOverKeys } from "#server/console/members/hand-over-keys.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { accounts, sessions } from "#server/db/member-schema.ts";
import { accountOf, orRefuse, PROVIDER, refusalOf } from "./admit-identity.ts";
import { findProvider, type OpenIdContext, openToken } from "./open-id.ts";

/** A process that asks about an account has this long before another one may try. */
const TURN_MINUTES = 0.5;

const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

/** Renewals in flight by account, which concurrent requests of a member share. */
const renewing = new Map<string, Promise<void>>();

/**
 * Asks the OpenID provider whether it still confirms an account, found by a member or a session, unless it did so a short
 * time ago. Without an answer, the member's sessions and personal tokens are refused after the account's `validUntil`.
 * Returns when to call the function again.
 */
export async function renewSession(gateway: OpenIdContext, which: SQL): Promise<Date> {
  const { id, validUntil } = accounts;
  const [account] = await gateway.database.orm
    .select({ id, validUntil })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, id))
    .where(and(which, isNotNull(validUntil)));
  if (account?.validUntil == null) return after(gateway.now(), CHECK_MINUTES);
  const dueAt = after(account.validUntil, CHECK_MINUTES - CONFIRMED_MINUTES);
  if (dueAt > gateway.now()) return dueAt;
  const running = renewing.get(account.id) ?? renewAccount(gateway, account.id);
  renewing.set(account.id, running);
  await running.finally(() => renewing.delete(account.id));
  return after(gateway.now(), TURN_MINUTES);
}

async function renewAccount(gateway: OpenIdContext, id: string): Promise<void> {
  const { database, events, log, now } = gateway;
  // Providers revoke an account's tokens if two processes use the same refresh token. The column is free for the turn,
  // because access tokens are not stored.
  const { accessTokenExpiresAt: turnEndsAt } = accounts;
  const [account] = await database.orm
    .update(accounts)
    .set({ accessTokenExpiresAt: after(now(), TURN_MINUTES) })
    .where(and(eq(accounts.id, id), or(isNull(turnEndsAt), lte(turnEndsAt, now()))))
    .returning();
  if (account === undefined) return;
  try {
    await askProvider(gateway, account);
    const validUntil = after(now(), CONFIRMED_MINUTES);
    await database.orm.update(accounts).set({ validUntil }).where(eq(accounts.id, id));
  } catch (error) {
    const reason = refusalOf(error) ?? (isInvalidGrant(error) ? "provider_refused" : undefined);
    if (reason === undefined)
      return log.warn({ detail: describeError(error) }, "the OpenID provider did not confirm a member");
    await inTransaction(database, async (transaction) => {
      await transaction.delete(sessions).where(eq(sessions.accountId, id));
      const ended = { refreshToken: null, idToken: null, validUntil: null };
      await transaction.update(accounts).set(ended).where(eq(accounts.id, id));
      const content = { kind: "member.signed_out", member_id: account.userId, reason } as const;
      await events.appendIn(transaction, PROVIDER, content);
      await revokeTokens(gateway, transaction, PROVIDER, isLive(account.userId, now()));
      await handOverKeys(gateway, transaction, account.userId, true);
    });
  }
}

const isInvalidGrant = (error: unknown) =>
  error instanceof Object && "error" in error && error.error === "invalid_grant";

/** Stores the new tokens and applies the provider's role. Rejects if the provider does not confirm the account. */
async function askProvider(
  gateway: OpenIdContext,
  { id, userId, accountId, refreshToken }: typeof accounts.$inferSelect,
): Promise<void> {
  const provider = await findProvider(gateway);
  const given = await openToken(gateway.auth, refreshToken);
  // A token of the provider before OIDC_ISSUER was changed must not reach another one.
  if (provider === undefined || given === undefined || !accountId.startsWith(`${provider.issuer} `))
    throw new Error("no provider or no refresh token");
  const { idToken, refreshToken: data = given, ...tokens } = await provider.refresh(given);
  const { internalAdapter, secretConfig: key } = await gateway.auth.$context;
  const stored = { refreshToken: await symmetricEncrypt({ key, data }), ...(idToken && { idToken }) };
  // An update by better-auth also encrypts the ID token and ends the turn.
  await internalAdapter.updateAccount(id, stored);
  const claims = await provider.readClaims({ ...tokens, idToken });
  if (claims === undefined || accountOf({ iss: provider.issuer, ...claims }) !== accountId)
    throw new Error("the refreshed tokens are invalid");
  const role = orRefuse(readProviderRole(claims, gateway.config));
  if (role === undefined) return;
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    await changeRole(gateway, transaction, PROVIDER, await findMemberById(transaction, userId), role);
  });
}
