import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Json } from "#lib/contract/json.ts";

/** Returns `r13-c@` and the SHA-1 of the canonical description of everything that determines the answer. */
export function versionOf(description: Json): string {
  return `r13-c@${createHash("sha1").update(canonicalJson(description)).digest("hex")}`;
}
