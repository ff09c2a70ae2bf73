import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Json } from "#lib/contract/json.ts";
import { FLOOR } from "./combine.ts";
import { labelsFor } from "./labels.ts";
import type { Method } from "./method.ts";
import { SYSTEM } from "./prompt.ts";

/** Increase it when the code changes what it derives from the same words and numbers. */
const ADAPTER = 2;

/**
 * Everything that determines the answer, as far as the gateway knows: only the server knows which weights a name stands
 * for.
 */
export function describeModel(model: string, method: Method) {
  const labels = labelsFor(2);
  return {
    adapter: "openai",
    adapter_version: ADAPTER,
    model,
    method: method.name,
    orders: Array.from({ length: 19 }, (_, index) => method.orders(index + 2)),
    // Through JSON, as it is sent.
    parameters: JSON.parse(JSON.stringify(method.parameters(labels))) as Json,
    prompt: { system: SYSTEM, ask: method.ask(labels) },
    floor: FLOOR,
  };
}

/** `r13-c@` and the SHA-1 of the canonical description. */
export function modelVersion(description: ReturnType<typeof describeModel>): string {
  return `r13-c@${createHash("sha1").update(canonicalJson(description)).digest("hex")}`;
}
