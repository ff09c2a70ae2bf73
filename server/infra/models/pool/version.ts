import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Parameters } from "./parameters.ts";
import { SERIES_MODELS } from "./series-model.ts";

/** The method that the parameters belong to. Increase `version` when the code's answers change. */
const METHOD = { method: "pool", version: 3 } as const;

/** `r13-c@` and the SHA-1 of the canonical description of everything that determines the answer. */
export function modelVersion(parameters: Parameters): string {
  const description = canonicalJson({ ...METHOD, series_models: SERIES_MODELS, parameters });
  return `r13-c@${createHash("sha1").update(description).digest("hex")}`;
}
