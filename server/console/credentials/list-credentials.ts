import { and, desc, eq } from "drizzle-orm";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentialKeys, credentials, credentialUses } from "#server/db/credential-schema.ts";
import { isThisMonth, TOKENS } from "#server/db/token-budget.ts";
import { tokenUsage } from "#server/db/usage-schema.ts";
import { ENVIRONMENT_CREDENTIAL } from "#server/gateway/credentials/authenticate.ts";
import { recordUses } from "#server/gateway/credentials/record-uses.ts";

/** Returns the credential from GATEWAY_API_KEY, if set, then all others, newest first. */
export async function listCredentials({
  database,
  config,
  authenticator,
  now,
}: Pick<ConsoleContext, "config" | "database" | "authenticator" | "now">) {
  // Write the last uses that this process has in memory. Other processes write theirs every 10 s.
  await recordUses(database, authenticator);
  const rows = await database.orm.select().from(credentials).orderBy(desc(credentials.createdAt));
  const used = await database.orm.select().from(credentialUses);
  const lastUseOf = (id: string) => used.find(({ credentialId }) => credentialId === id)?.at.toISOString() ?? null;
  const keys = await database.orm.select().from(credentialKeys).orderBy(desc(credentialKeys.createdAt));
  const spent = await database.orm
    .select({ id: tokenUsage.payerId, tokens: TOKENS })
    .from(tokenUsage)
    .where(and(isThisMonth(now()), eq(tokenUsage.payer, "credential")))
    .groupBy(tokenUsage.payerId);
  const environment = {
    ...{ id: ENVIRONMENT_CREDENTIAL, name: ENVIRONMENT_CREDENTIAL },
    ...{ ratePerMinute: null, monthlyTokens: null, expiresAt: null, createdAt: null, revokedAt: null },
  };
  const all = [...(config.gatewayApiKey === undefined ? [] : [environment]), ...rows];
  return all.map(({ id, name, ratePerMinute, monthlyTokens, expiresAt, createdAt, revokedAt }) => ({
    credentialId: id,
    /** Whether this is the credential from GATEWAY_API_KEY, which the console cannot change. */
    fromEnvironment: id === ENVIRONMENT_CREDENTIAL,
    ratePerMinute: ratePerMinute ?? config.rateLimitPerMinute,
    hasDefaultLimit: ratePerMinute === null,
    /** Token budget per month (UTC), null without one, and the tokens used this month. */
    tokens: { limit: monthlyTokens, used: spent.find((one) => one.id === id)?.tokens ?? 0 },
    lastUsedAt: lastUseOf(id),
    ...isoDates({ name, expiresAt, createdAt, revokedAt }),
    /** Public ids of all keys, including expired keys. */
    keys: keys
      .filter(({ credentialId }) => credentialId === id)
      .map(({ keyId, createdAt, expiresAt }) => isoDates({ keyId, createdAt, expiresAt })),
  }));
}
