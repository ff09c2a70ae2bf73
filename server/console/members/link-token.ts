import { randomBytes } from "node:crypto";
import { sha256 } from "#server/base/digest.ts";

export const LINK_HOURS = 72;

/** Returns a token of 256 random bits: enough entropy to store only its unsalted SHA-256. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return sha256(token);
}
