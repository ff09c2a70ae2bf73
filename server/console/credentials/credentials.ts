import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { credentialName, monthlyTokens, ratePerMinute } from "#lib/domain/fields.ts";
import { expiry, id } from "#lib/domain/identifiers.ts";
import { MAX_COUNTED_ANSWERS } from "#lib/domain/limits.ts";
import { SURFACES } from "#lib/domain/surfaces.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentialKeys, credentials, credentialUses } from "#server/db/credential-schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { nameActors } from "#server/db/name-actors.ts";
import { webhooks } from "#server/db/notify-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { isThisMonth, TOKENS } from "#server/db/token-budget.ts";
import { tokenUsage } from "#server/db/usage-schema.ts";
import { ENVIRONMENT_CREDENTIAL } from "#server/gateway/credentials/authenticate.ts";
import { hashSecret, type Key, makeKey, writeKey } from "#server/gateway/credentials/credential-key.ts";
import { recordUses } from "#server/gateway/credentials/record-uses.ts";

/** Returns a credential and locks its row until the transaction ends. Throws NOT_FOUND if it is unknown or revoked. */
export async function findCredential(transaction: Drizzle, id: string): Promise<typeof credentials.$inferSelect> {
  const [credential] = await transaction
    .select()
    .from(credentials)
    .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
    .for("update");
  if (credential === undefined) {
    throw new GatewayError("NOT_FOUND", { message: "This API key does not exist or has been revoked." });
  }
  return credential;
}

const DAY_MS = 86_400_000;

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
    ...{ id: ENVIRONMENT_CREDENTIAL, name: ENVIRONMENT_CREDENTIAL, ownerId: "", handOverBy: null },
    ...{ ratePerMinute: null, monthlyTokens: null, limitedTo: null, expiresAt: null, createdAt: null, revokedAt: null },
  };
  const owners = rows.map(({ ownerId }) => ownerId);
  const names = await nameActors(database, owners);
  const all = [...(config.gatewayApiKey === undefined ? [] : [environment]), ...rows];
  const since = new Date(now().getTime() - DAY_MS);
  const { rows: recent } = await database.orm.execute<{ id: string; count: number }>(sql`
    select id, (select count(*)::int from (select from ${events} where actor_id = id and kind = 'prediction.answered'
      and at >= ${since.toISOString()} limit ${MAX_COUNTED_ANSWERS}) counted) as count
    from jsonb_array_elements_text(${JSON.stringify(all.map(({ id }) => id))}::jsonb) id`);
  return all.map(({ id, ratePerMinute, monthlyTokens, limitedTo, ownerId, ...dated }) => ({
    credentialId: id,
    /** Whether this is the credential from GATEWAY_API_KEY, which the console cannot change. */
    fromEnvironment: id === ENVIRONMENT_CREDENTIAL,
    ratePerMinute: ratePerMinute ?? config.rateLimitPerMinute,
    hasDefaultLimit: ratePerMinute === null,
    /** Token budget per month (UTC), null without one, and the tokens used this month. */
    tokens: { limit: monthlyTokens, used: spent.find((one) => one.id === id)?.tokens ?? 0 },
    /** The only API surface that accepts the credential; null means all. */
    limitedTo,
    lastUsedAt: lastUseOf(id),
    owner: names.get(ownerId) ?? null,
    /** Answers of the last 24 hours, counted up to MAX_COUNTED_ANSWERS. */
    recentAnswers: recent.find((one) => one.id === id)?.count ?? 0,
    ...isoDates(dated),
    /** Public ids of all keys, including expired keys. */
    keys: keys
      .filter(({ credentialId }) => credentialId === id)
      .map(({ keyId, createdAt, expiresAt }) => isoDates({ keyId, createdAt, expiresAt })),
  }));
}

export const newCredential = z.object({
  name: credentialName,
  ratePerMinute: z.optional(ratePerMinute),
  monthlyTokens: z.optional(monthlyTokens),
  /** The only API surface that accepts the credential. */
  limitedTo: z.optional(z.enum(SURFACES)),
  expiresAt: z.optional(expiry),
});

export type NewCredential = z.output<typeof newCredential>;

/** Returns the whole key, which is shown once and never stored. */
export async function issueCredential(
  gateway: Pick<ConsoleContext, "events">,
  transaction: Drizzle,
  actor: Actor,
  { name, ratePerMinute, monthlyTokens, limitedTo, expiresAt }: NewCredential,
) {
  const credentialId = uuid();
  await transaction.insert(credentials).values({
    id: credentialId,
    name,
    ratePerMinute: ratePerMinute ?? null,
    monthlyTokens: monthlyTokens ?? null,
    limitedTo: limitedTo ?? null,
    expiresAt: expiresAt ?? null,
    ownerId: actor.id,
  });
  const key = await addKey(transaction, credentialId, actor);
  await gateway.events.appendIn(transaction, actor, {
    kind: "credential.issued",
    credential_id: credentialId,
    name,
    key_id: key.id,
    monthly_tokens: monthlyTokens ?? null,
    ...(limitedTo !== undefined && { limited_to: limitedTo }),
  });
  return { credentialId, key: writeKey(key) };
}

async function addKey(transaction: Drizzle, credentialId: string, { id }: Actor): Promise<Key> {
  const key = makeKey();
  const secretHash = hashSecret(key.secret);
  await transaction.insert(credentialKeys).values({ keyId: key.id, credentialId, secretHash, createdBy: id });
  return key;
}

export const credentialChange = z.object({
  credentialId: id,
  name: credentialName,
  /** Null for the deployment's default rate limit. */
  ratePerMinute: z.nullable(ratePerMinute),
  /** Null for no token budget of its own. */
  monthlyTokens: z.nullable(monthlyTokens),
  /** Null: no expiry. A past time ends the credential immediately; a future time makes an expired credential valid again. */
  expiresAt: z.nullable(expiry),
});

/** Changes a credential's settings, not its keys. Takes effect immediately in this process, within 5 s in others. */
export async function changeCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator">,
  actor: Actor,
  { credentialId, name, ratePerMinute, monthlyTokens, expiresAt }: z.output<typeof credentialChange>,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction
      .update(credentials)
      .set({ name, ratePerMinute, monthlyTokens, expiresAt })
      .where(eq(credentials.id, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.changed",
      credential_id: credentialId,
      name,
      rate_per_minute: ratePerMinute,
      monthly_tokens: monthlyTokens,
      expires_at: expiresAt?.toISOString() ?? null,
    });
  });
  gateway.authenticator.forget();
}

/** Adds a key to a credential. The existing keys expire after at most `overlapSeconds`; 0 ends them immediately. */
export async function rotateCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator" | "now">,
  actor: Actor,
  { credentialId, overlapSeconds }: { readonly credentialId: string; readonly overlapSeconds: number },
) {
  const end = new Date(gateway.now().getTime() + overlapSeconds * 1000);
  const { credentialId: of, expiresAt } = credentialKeys;
  const issued = await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction
      .update(credentialKeys)
      .set({ expiresAt: end })
      .where(and(eq(of, credentialId), or(isNull(expiresAt), gt(expiresAt, end))));
    const key = await addKey(transaction, credentialId, actor);
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.rotated",
      credential_id: credentialId,
      key_id: key.id,
    });
    return { credentialId, key: writeKey(key) };
  });
  gateway.authenticator.forget();
  return issued;
}

/** Makes the actor the owner of a credential, and restores its earlier expiry. Throws CONFLICT if it waits for no owner. */
export async function takeOverCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator">,
  actor: Actor,
  credentialId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    if ((await findCredential(transaction, credentialId)).handOverBy === null)
      throw new GatewayError("CONFLICT", { message: "This API key does not wait for a new owner." });
    const taken = { ownerId: actor.id, handOverBy: null };
    await transaction.update(credentials).set(taken).where(eq(credentials.id, credentialId));
    await gateway.events.appendIn(transaction, actor, { kind: "credential.taken_over", credential_id: credentialId });
  });
  gateway.authenticator.forget();
}

/** Revokes a credential with all its keys, and removes its webhook. Takes effect immediately in this process, within 5 s in others. */
export async function revokeCredential(
  gateway: Pick<ConsoleContext, "database" | "events" | "authenticator" | "now">,
  actor: Actor,
  credentialId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    await transaction.update(credentials).set({ revokedAt: gateway.now() }).where(eq(credentials.id, credentialId));
    await transaction.delete(webhooks).where(eq(webhooks.owner, credentialId));
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.revoked",
      credential_id: credentialId,
    });
  });
  gateway.authenticator.forget();
}
