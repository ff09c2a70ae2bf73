import type { LookupFunction } from "node:net";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { DELIVERY_ERRORS, ORGANISATION, type WebhookForm } from "#lib/domain/webhooks.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { findCredential } from "#server/console/credentials/find-credential.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhooks } from "#server/db/notify-schema.ts";
import type { Work } from "#server/limits/work.ts";
import { findAddressError, isPermittedUrl, type WebhookReply } from "./post-webhook.ts";
import { sealTarget } from "./sealed-secret.ts";
import { sendMessage } from "./send-message.ts";
import { makeWebhookSecret } from "./sign-webhook.ts";

/** Throws BAD_REQUEST for a URL that this deployment does not permit. */
function requirePermittedUrl({ config }: Pick<ConsoleContext, "config">, url: string): void {
  if (isPermittedUrl(url, config.webhookAllowPrivate)) return;
  throw new GatewayError("BAD_REQUEST", { message: "Use an https URL on the public internet." });
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

/** Sends a test to an address that is not saved, and stores nothing. A signed test has a secret that nobody knows. */
export async function tryWebhook(
  gateway: Pick<ConsoleContext, "config" | "now">,
  { format, url }: WebhookForm,
  work: Work,
): Promise<WebhookReply> {
  requirePermittedUrl(gateway, url);
  const [id, at] = [uuid(), gateway.now()];
  const body = JSON.stringify({ id, type: "test", timestamp: at.toISOString(), data: {} });
  const target = { url, secret: format === "slack" ? null : makeWebhookSecret() };
  return work.aside(() => sendMessage(gateway, target, { id, at, body }, work.signal));
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
