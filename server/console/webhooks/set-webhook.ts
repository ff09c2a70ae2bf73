import type { LookupFunction } from "node:net";
import { eq } from "drizzle-orm";
import { DELIVERY_ERRORS } from "#lib/domain/webhooks.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { findCredential } from "#server/console/credentials/find-credential.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { webhooks } from "#server/db/notify-schema.ts";
import type { Work } from "#server/limits/work.ts";
import { findAddressError, isPermittedUrl } from "./post-webhook.ts";
import { sealSecret } from "./sealed-secret.ts";
import { makeWebhookSecret } from "./sign-webhook.ts";

/**
 * Sets a credential's webhook. Each call returns a new signing secret, which is shown only once. Throws BAD_REQUEST for
 * a URL that this deployment does not permit, and for a host name that is not found.
 */
export async function setWebhook(
  gateway: Pick<ConsoleContext, "config" | "database" | "events" | "now" | "webhookKey">,
  actor: Actor,
  { credentialId, url }: { readonly credentialId: string; readonly url: string },
  work: Work,
  lookUp?: LookupFunction,
): Promise<{ readonly secret: string }> {
  if (!isPermittedUrl(url, gateway.config.webhookAllowPrivate)) {
    throw new GatewayError("BAD_REQUEST", { message: "Use an https URL on the public internet." });
  }
  const problem = await work.aside(() => findAddressError(url, gateway.config.webhookAllowPrivate, lookUp));
  if (problem !== undefined) {
    throw new GatewayError("BAD_REQUEST", {
      message: `The webhook cannot be sent to ${new URL(url).hostname}: ${DELIVERY_ERRORS[problem]}.`,
    });
  }
  const secret = makeWebhookSecret();
  const sealed = sealSecret(gateway.webhookKey, credentialId, secret);
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    const values = { url, secret: sealed, createdAt: gateway.now() };
    await transaction
      .insert(webhooks)
      .values({ credentialId, ...values })
      .onConflictDoUpdate({ target: webhooks.credentialId, set: values });
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.webhook_set",
      credential_id: credentialId,
      origin: new URL(url).origin,
    });
  });
  return { secret };
}

/** Removes a credential's webhook. Pending deliveries fail. Throws NOT_FOUND if the credential has no webhook. */
export async function removeWebhook(
  gateway: Pick<ConsoleContext, "database" | "events">,
  actor: Actor,
  credentialId: string,
): Promise<void> {
  await inTransaction(gateway.database, async (transaction) => {
    await findCredential(transaction, credentialId);
    const removed = await transaction
      .delete(webhooks)
      .where(eq(webhooks.credentialId, credentialId))
      .returning({ credentialId: webhooks.credentialId });
    if (removed.length === 0) throw new GatewayError("NOT_FOUND", { message: "This API key has no webhook." });
    await gateway.events.appendIn(transaction, actor, {
      kind: "credential.webhook_removed",
      credential_id: credentialId,
    });
  });
}
