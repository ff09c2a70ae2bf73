import { createHash, hash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import { sortMembers } from "#lib/contract/sort-members.ts";
import { GatewayError } from "./errors.ts";

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}

export function matchesDigest(id: string, canonical: Uint8Array): boolean {
  return id === `sha256:${sha256(canonical).toString("hex")}`;
}

/**
 * Parses stored content and recomputes its digest. Throws if the content was changed in the database, so it is never
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

/** A value with its members sorted, its canonical text, and the digest that identifies it. */
export interface Identified<T = unknown> {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly id: string;
  readonly canonical: string;
  /** Equal to the parsed canonical text. */
  readonly value: T;
}

/** Identifies a parsed task or input by the SHA-256 of its RFC 8785 canonical form. */
export function identify<T extends object>(value: T): Identified<T> {
  const sorted = sortMembers(value as JsonObject);
  const canonical = canonicalJson(sorted);
  return { id: `sha256:${hash("sha256", canonical)}`, canonical, value: sorted as T };
}
