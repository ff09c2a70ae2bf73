import { v7 as uuid } from "uuid";
import { z } from "zod";
import { credentialName, monthlyTokens, ratePerMinute } from "#lib/domain/fields.ts";
import { expiry } from "#lib/domain/identifiers.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { credentialKeys, credentials } from "#server/db/credential-schema.ts";
import type { Drizzle } from "#server/db/open.ts";
import { hashSecret, type Key, makeKey, writeKey } from "#server/gateway/credentials/credential-key.ts";

export const newCredential = z.object({
  name: credentialName,
  ratePerMinute: z.optional(ratePerMinute),
  monthlyTokens: z.optional(monthlyTokens),
  expiresAt: z.optional(expiry),
});

export type NewCredential = z.output<typeof newCredential>;

/** Returns the whole key, which is shown once and never stored. */
export async function issueCredential(
  gateway: Pick<ConsoleContext, "events">,
  transaction: Drizzle,
  actor: Actor,
  { name, ratePerMinute, monthlyTokens, expiresAt }: NewCredential,
) {
  const credentialId = uuid();
  await transaction.insert(credentials).values({
    id: credentialId,
    name,
    ratePerMinute: ratePerMinute ?? null,
    monthlyTokens: monthlyTokens ?? null,
    expiresAt: expiresAt ?? null,
    createdBy: actor.id,
  });
  const key = await addKey(transaction, credentialId, actor);
  await gateway.events.appendIn(transaction, actor, {
    kind: "credential.issued",
    credential_id: credentialId,
    name,
    key_id: key.id,
    monthly_tokens: monthlyTokens ?? null,
  });
  return { credentialId, key: writeKey(key) };
}

export async function addKey(transaction: Drizzle, credentialId: string, { id }: Actor): Promise<Key> {
  const key = makeKey();
  const secretHash = hashSecret(key.secret);
  await transaction.insert(credentialKeys).values({ keyId: key.id, credentialId, secretHash, createdBy: id });
  return key;
}
