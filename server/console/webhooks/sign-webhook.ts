import { createHmac, randomBytes } from "node:crypto";

// As Standard Webhooks 1.0 describes it: https://www.standardwebhooks.com

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

/** A secret as its receiver gets it. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  readonly id: string;
  /** Of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** The three headers that a receiver needs to verify a message. */
export function signatureHeaders(secret: string, { id, at, body }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
