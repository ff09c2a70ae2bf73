import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// Signing needs the secret itself, so the secret is stored encrypted instead of hashed. Read access to the database
// alone is then not enough to sign.

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** Derives the encryption key for webhook secrets from AUTH_SECRET. */
export function deriveWebhookKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "webhook secrets", 32));
}

export function sealSecret(key: Buffer, credentialId: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(credentialId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if the secret was sealed with another key, which means that AUTH_SECRET has changed. */
export function openSecret(key: Buffer, credentialId: string, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(credentialId));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
