import { writeSlackText } from "#lib/domain/webhooks.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { postWebhook, type WebhookReply } from "./post-webhook.ts";
import type { WebhookTarget } from "./sealed-secret.ts";
import { type SignedMessage, signatureHeaders } from "./sign-webhook.ts";

/** Makes one attempt to send a message: signed as it is, or as a sentence for Slack. */
export function sendMessage(
  { config }: Pick<ConsoleContext, "config">,
  { url, secret }: WebhookTarget,
  message: SignedMessage,
  signal: AbortSignal,
): Promise<WebhookReply> {
  const text = () => JSON.stringify({ text: writeSlackText(JSON.parse(message.body)) });
  const [body, signature] = secret === null ? [text(), {}] : [message.body, signatureHeaders(secret, message)];
  const headers = { "content-type": "application/json", "user-agent": "forecasting-gateway", ...signature };
  return postWebhook({ url, headers, body, allowPrivate: config.webhookAllowPrivate, signal });
}
