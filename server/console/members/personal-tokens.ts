import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { credentialName } from "#lib/domain/fields.ts";
import { expiry } from "#lib/domain/identifiers.ts";
import { MAX_TOKEN_DAYS, MAX_TOKENS } from "#lib/domain/limits.ts";
import { SCOPES, type SignedIn } from "#lib/domain/members.ts";
import { type Actor, memberActor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { personalTokens } from "#server/db/member-schema.ts";
import { hashSecret, makeKey, writeKey } from "#server/gateway/credentials/credential-key.ts";
import { isLive, lockMembers, revokeTokens, withCurrentRole } from "./accounts.ts";

const DAY_MS = 86_400_000;

export const newToken = z.object({
  name: credentialName,
  scopes: z.array(z.enum(SCOPES)).min(1, "Choose at least one scope.").max(SCOPES.length),
  expiresAt: expiry,
});

/** Returns a member's personal tokens that are neither expired nor revoked, without their secrets, newest first. */
export async function listTokens({ database, now }: Pick<ConsoleContext, "database" | "now">, memberId: string) {
  const { id: tokenId, name, scopes, createdAt, expiresAt, lastUsedAt } = personalTokens;
  const rows = await database.orm
    .select({ tokenId, name, scopes, createdAt, expiresAt, lastUsedAt })
    .from(personalTokens)
    .where(isLive(memberId, now()))
    .orderBy(desc(createdAt), desc(tokenId));
  return rows.map(isoDates);
}

/**
 * Issues a personal token to the member, and returns it. It is shown once and never stored. Throws BAD_REQUEST for an
 * expiry that is not within the next MAX_TOKEN_DAYS days, CONFLICT if the member has MAX_TOKENS tokens or was disabled.
 */
export async function issueToken(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  member: SignedIn,
  { name, scopes: chosen, expiresAt }: z.output<typeof newToken>,
): Promise<{ readonly token: string }> {
  const createdAt = gateway.now();
  const latest = new Date(createdAt.getTime() + MAX_TOKEN_DAYS * DAY_MS);
  if (expiresAt <= createdAt || expiresAt > latest) {
    const message = `Choose an expiry within the next ${MAX_TOKEN_DAYS} days.`;
    throw new GatewayError("BAD_REQUEST", { message });
  }
  const scopes = SCOPES.filter((scope) => chosen.includes(scope));
  const key = makeKey();
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    if ((await withCurrentRole(transaction, member)).role === undefined)
      throw new GatewayError("CONFLICT", { message: "This account is disabled." });
    if ((await transaction.$count(personalTokens, isLive(member.id, createdAt))) >= MAX_TOKENS) {
      const message = `A member can have ${MAX_TOKENS} personal tokens. Revoke a token that you no longer need.`;
      throw new GatewayError("CONFLICT", { message });
    }
    const token = { id: key.id, memberId: member.id, name, scopes, createdAt, expiresAt };
    await transaction.insert(personalTokens).values({ ...token, secretHash: hashSecret(key.secret) });
    await gateway.events.appendIn(transaction, memberActor(member), {
      kind: "token.issued",
      token_id: key.id,
      member_id: member.id,
      name,
      scopes,
      expires_at: expiresAt.toISOString(),
    });
  });
  return { token: writeKey(key, "dmp") };
}

/** Revokes a member's token. Takes effect on the next request. Throws NOT_FOUND if the member has no such token. */
export async function revokeToken(
  gateway: Pick<ConsoleContext, "database" | "events" | "now">,
  actor: Actor,
  { tokenId, memberId }: { readonly tokenId: string; readonly memberId: string },
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await lockMembers(transaction);
    const { id, memberId: owner, revokedAt } = personalTokens;
    const isIt = and(eq(id, tokenId), eq(owner, memberId));
    const [token] = await transaction.select({ revokedAt }).from(personalTokens).where(isIt);
    if (token === undefined) throw new GatewayError("NOT_FOUND", { message: "This token does not exist." });
    if (token.revokedAt === null) await revokeTokens(gateway, transaction, actor, isIt);
  });
}
