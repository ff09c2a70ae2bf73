import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Json } from "#lib/contract/json.ts";

/**
 * Returns a model version: `r13-c@` and the SHA-1 of `description`, which must include everything that affects answers.
 */
export function versionOf(description: Json): string {
  return `r13-c@${createHash("sha1").update(canonicalJson(description)).digest("hex")}`;
}
