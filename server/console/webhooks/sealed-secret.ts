import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// A signature needs the secret itself, so it is stored encrypted: whoever has the database alone cannot sign.

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** The key that encrypts the secrets of webhooks, derived from the deployment's own secret. */
export function deriveWebhookKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "webhook secrets", 32));
}

export function sealSecret(key: Buffer, credentialId: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(credentialId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined where it was sealed with another key: AUTH_SECRET has changed since. */
export function openSecret(key: Buffer, credentialId: string, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(credentialId));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
