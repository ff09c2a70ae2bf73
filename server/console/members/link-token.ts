import { randomBytes } from "node:crypto";
import { sha256 } from "#server/base/digest.ts";

/** For how long a one-time link works. */
export const LINK_HOURS = 72;

/** The token of a one-time link: 256 random bits, so its plain SHA-256 is what is stored. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return sha256(token);
}
