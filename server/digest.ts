import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** A value's identity in the contract's form, with the canonical bytes that it is the digest of. */
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
