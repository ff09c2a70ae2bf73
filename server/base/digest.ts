import { hash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { isErasedContent, isPartlyErased } from "#lib/domain/erasures.ts";
import { GatewayError } from "./errors.ts";

export function sha256(data: Uint8Array | string): Buffer {
  return hash("sha256", data, "buffer");
}

export function matchesDigest(id: string, canonical: Uint8Array): boolean {
  return id === `sha256:${hash("sha256", canonical)}`;
}

/**
 * Parses stored content after recomputing its digest. Throws if the digest does not match `id`, so content that was
 * changed in the database is never shown.
 */
export function parseContent(id: string, canonical: Uint8Array) {
  const text = Buffer.from(canonical).toString();
  // Verification compares the notice of an erasure with the audit log.
  if (matchesDigest(id, canonical) || isErasedContent(text) || isPartlyErased(text)) return JSON.parse(text);
  throw changedContent(id);
}

export function changedContent(id: string): GatewayError {
  const message = `The stored content of ${id} does not match its digest: it was changed in the database. Run npm run verify.`;
  return new GatewayError("INTERNAL_ERROR", { wholeMessage: message, detail: message });
}

/** A JSON value, its canonical text, and the SHA-256 digest of that text as its id. */
export interface Identified<T = unknown> {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly id: string;
  readonly canonical: string;
  /** The value with its members sorted, as in the canonical text. */
  readonly value: T;
}

/** Computes the id of a task or input: the SHA-256 of its canonical JSON (RFC 8785). */
export function identify<T extends object>(value: T): Identified<T> {
  const canonical = canonicalJson(value);
  return { id: `sha256:${hash("sha256", canonical)}`, canonical, value: JSON.parse(canonical) };
}
