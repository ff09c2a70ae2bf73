import { createHmac, randomBytes } from "node:crypto";

// Follows Standard Webhooks 1.0: https://www.standardwebhooks.com

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  readonly id: string;
  /** Time of the delivery attempt. */
  readonly at: Date;
  readonly body: string;
}

export function signatureHeaders(secret: string, { id, at, body }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
