import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

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

export function sealTarget(key: Buffer, owner: string, target: WebhookTarget): Buffer {
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
