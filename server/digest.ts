import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { GatewayError } from "./errors.ts";

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whether these bytes have this digest. */
export function matchesDigest(id: string, canonical: Uint8Array): boolean {
  return id === `sha256:${sha256(canonical).toString("hex")}`;
}

/**
 * Parses stored content and recomputes its digest. Content that was changed in the database is an error and never
 * shown.
 */
export function parseContent(id: string, canonical: Uint8Array) {
  if (matchesDigest(id, canonical)) return JSON.parse(Buffer.from(canonical).toString());
  throw changedContent(id);
}

export function changedContent(id: string): GatewayError {
  const message = `The stored content of ${id} has another digest: somebody changed it in the database. Run npm run verify.`;
  return new GatewayError("INTERNAL_ERROR", { message, detail: message });
}

/** A value's identity (its digest) with the canonical bytes. */
export interface Identified {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly id: string;
  readonly canonical: string;
}

/** The identity of a task or an input: SHA-256 of its RFC 8785 canonical form. */
export function identify(value: unknown): Identified {
  const canonical = canonicalJson(value);
  return { id: `sha256:${createHash("sha256").update(canonical).digest("hex")}`, canonical };
}
