import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { LookupFunction } from "node:net";
import { asc, desc, eq } from "drizzle-orm";
import type { DeliveryType } from "#lib/contract/webhook.ts";
import { DELIVERY_ERRORS, ORGANISATION, PUBLIC_URL, type WebhookForm } from "#lib/domain/webhooks.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import { isoDates } from "#server/base/iso-dates.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { findCredential } from "#server/console/credentials/credentials.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#server/db/notify-schema.ts";
import type { Work } from "#server/limits/work.ts";
import { findAddressError, isPermittedUrl, makeWebhookSecret } from "./post-webhook.ts";

// Sending needs the URL and the secret themselves, so they are stored encrypted instead of hashed. Read access to the
// database alone is then not enough to send.

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

export interface WebhookTarget {
  readonly url: string;
  /** Signs the messages; null for Slack, whose URL is the only secret. */
  readonly secret: string | null;
}

/** Derives the encryption key for webhook secrets from AUTH_SECRET. */
export function deriveWebhookKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "webhook secrets", 32));
}

function sealTarget(key: Buffer, owner: string, target: WebhookTarget): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(JSON.stringify(target)), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if the target was sealed with another key, which means that AUTH_SECRET has changed. */
export function openTarget(key: Buffer, owner: string, sealed: Buffer): WebhookTarget | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString());
  } catch {
    return undefined;
  }
}

const MAX_SHOWN = 20;

/** Returns the webhook of an owner, without its secret, and its newest deliveries. */
export async function showWebhook(
  { config, database: { orm } }: Pick<ConsoleContext, "config" | "database">,
  owner: string,
) {
  const [webhook] = await orm.select().from(webhooks).where(eq(webhooks.owner, owner));
  const newest = orm
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.owner, owner))
    .orderBy(desc(webhookDeliveries.id))
    .limit(MAX_SHOWN)
    .as("newest");
  // Reads deliveries and attempts in one statement so that they are consistent.
  const rows = await orm
    .select()
    .from(newest)
    .leftJoin(webhookAttempts, eq(webhookAttempts.deliveryId, newest.id))
    .orderBy(desc(newest.id), asc(webhookAttempts.number));
  const deliveries = new Map(rows.map((row) => [row.newest.id, row.newest]));
  return {
    format: webhook?.format ?? null,
    /** Only the origin if the format is `slack`. */
    url: webhook?.shownUrl ?? null,
    mustBePublic: !config.webhookAllowPrivate,
    savedAt: webhook?.createdAt.toISOString() ?? null,
    /** Time and status of the response after which deliveries have stopped; null while they are sent. */
    deadAt: webhook?.deadAt?.toISOString() ?? null,
    deadStatus: webhook?.deadStatus ?? null,
    /** Newest first, at most 20. Includes deliveries of a webhook that has been removed. */
    deliveries: [...deliveries.values()].map(({ id, submissionId, body, status, createdAt, nextAt }) => ({
      deliveryId: id,
      ...subjectOf(body),
      ...isoDates({ submissionId, status, createdAt, nextAt }),
      /** Oldest first. */
      attempts: rows.flatMap(({ webhook_attempts: attempt }) => {
        if (attempt?.deliveryId !== id) return [];
        const { number, at, status, error } = attempt;
        return [isoDates({ number, at, status, error })];
      }),
    })),
  };
}

/** `taskId`: the question of an outcome; null for other types. */
function subjectOf(body: string): { readonly type: DeliveryType; readonly taskId: string | null } {
  const { type, data } = JSON.parse(body);
  return { type, taskId: type === "outcome.confirmed" ? data.task_id : null };
}

/** Throws BAD_REQUEST for a URL that this deployment does not permit. */
function requirePermittedUrl({ config }: Pick<ConsoleContext, "config">, url: string): void {
  if (isPermittedUrl(url, config.webhookAllowPrivate)) return;
  throw new GatewayError("BAD_REQUEST", { message: PUBLIC_URL });
}

const keyOf = (owner: string) => (owner === ORGANISATION ? {} : { credential_id: owner });

/**
 * Sets the webhook of a credential or of the organisation. Each call returns a new signing secret, which is shown only
 * once; null for Slack. Throws BAD_REQUEST for a URL that is not permitted, and for a host name that is not found.
 */
export async function setWebhook(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now" | "webhookKey">,
  actor: Actor,
  { owner, format, url }: WebhookForm & { readonly owner: string },
  work: Work,
  lookUp?: LookupFunction,
): Promise<{ readonly secret: string | null }> {
  if (format === "slack" && owner !== ORGANISATION) {
    throw new GatewayError("BAD_REQUEST", { message: "Only the organisation can have a webhook for Slack." });
  }
  requirePermittedUrl(gateway, url);
  const problem = await work.aside(() => findAddressError(url, gateway.config.webhookAllowPrivate, lookUp));
  if (problem !== undefined) {
    throw new GatewayError("BAD_REQUEST", {
      message: `The webhook cannot be sent to ${new URL(url).hostname}: ${DELIVERY_ERRORS[problem]}.`,
    });
  }
  const { origin } = new URL(url);
  const secret = format === "slack" ? null : makeWebhookSecret();
  const sealed = sealTarget(gateway.webhookKey, owner, { url, secret });
  const shown = { format, shownUrl: format === "slack" ? origin : url };
  await inTransaction(gateway.database, async (transaction) => {
    if (owner !== ORGANISATION) await findCredential(transaction, owner);
    const values = { ...shown, sealed, createdAt: gateway.now(), deadAt: null, deadStatus: null };
    await transaction
      .insert(webhooks)
      .values({ owner, ...values })
      .onConflictDoUpdate({ target: webhooks.owner, set: values });
    await gateway.events.appendIn(transaction, actor, { kind: "webhook.set", ...keyOf(owner), format, origin });
  });
  return { secret };
}

/** Removes the webhook of a credential or of the organisation. Pending deliveries fail. Throws NOT_FOUND without one. */
export async function removeWebhook(
  gateway: Pick<ConsoleContext, "database" | "events">,
  actor: Actor,
  owner: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    if (owner !== ORGANISATION) await findCredential(transaction, owner);
    const { rowCount } = await transaction.delete(webhooks).where(eq(webhooks.owner, owner));
    if (rowCount === 0) throw new GatewayError("NOT_FOUND", { message: "There is no webhook to remove." });
    await gateway.events.appendIn(transaction, actor, { kind: "webhook.removed", ...keyOf(owner) });
  });
}
