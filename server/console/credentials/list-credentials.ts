import { desc } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentialKeys, credentials, credentialUses } from "#server/db/credential-schema.ts";
import { ENVIRONMENT_CREDENTIAL } from "#server/gateway/credentials/authenticate.ts";
import { recordUses } from "#server/gateway/credentials/record-uses.ts";

export interface ListedCredential {
  readonly credentialId: string;
  readonly name: string;
  /** Whether this is the credential from GATEWAY_API_KEY, which the console cannot change. */
  readonly fromEnvironment: boolean;
  readonly ratePerMinute: number;
  readonly hasDefaultLimit: boolean;
  readonly expiresAt: string | null;
  readonly createdAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  /** Public ids of all keys, including expired keys. */
  readonly keys: readonly { readonly keyId: string; readonly createdAt: string; readonly expiresAt: string | null }[];
}

/** Returns the credential from GATEWAY_API_KEY, if set, then all others, newest first. */
export async function listCredentials({
  database,
  config,
  authenticator,
}: Pick<ConsoleContext, "config" | "database" | "authenticator">): Promise<ListedCredential[]> {
  // Write the last uses that this process has in memory. Other processes write theirs every 10 s.
  await recordUses(database, authenticator);
  const rows = await database.orm.select().from(credentials).orderBy(desc(credentials.createdAt));
  const used = await database.orm.select().from(credentialUses);
  const lastUseOf = (id: string) => used.find(({ credentialId }) => credentialId === id)?.at.toISOString() ?? null;
  const keys = await database.orm.select().from(credentialKeys).orderBy(desc(credentialKeys.createdAt));
  const listed = rows.map((row) => ({
    credentialId: row.id,
    name: row.name,
    fromEnvironment: false,
    ratePerMinute: row.ratePerMinute ?? config.rateLimitPerMinute,
    hasDefaultLimit: row.ratePerMinute === null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUseOf(row.id),
    keys: keys
      .filter((key) => key.credentialId === row.id)
      .map(({ keyId, createdAt, expiresAt }) => ({
        keyId,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
      })),
  }));
  if (config.gatewayApiKey === undefined) return listed;
  const environment: ListedCredential = {
    credentialId: ENVIRONMENT_CREDENTIAL,
    name: ENVIRONMENT_CREDENTIAL,
    fromEnvironment: true,
    ratePerMinute: config.rateLimitPerMinute,
    hasDefaultLimit: true,
    expiresAt: null,
    createdAt: null,
    revokedAt: null,
    lastUsedAt: lastUseOf(ENVIRONMENT_CREDENTIAL),
    keys: [],
  };
  return [environment, ...listed];
}
