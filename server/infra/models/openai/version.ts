import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Json } from "#lib/contract/json.ts";
import { FLOOR } from "./combine.ts";
import { labelsFor } from "./labels.ts";
import type { Method } from "./method.ts";
import { SYSTEM } from "./prompt.ts";

/** Whoever changes what the code makes of the same words and numbers raises it. */
const ADAPTER = 2;

/** Everything that decides the answer, as far as this side knows: which weights a name stands for, the server knows. */
export function describeModel(model: string, method: Method) {
  const labels = labelsFor(2);
  return {
    adapter: "openai",
    adapter_version: ADAPTER,
    model,
    method: method.name,
    orders: Array.from({ length: 19 }, (_, index) => method.orders(index + 2)),
    // By way of JSON, as it is sent.
    parameters: JSON.parse(JSON.stringify(method.parameters(labels))) as Json,
    prompt: { system: SYSTEM, ask: method.ask(labels) },
    floor: FLOOR,
  };
}

/** `r13-c@` and the SHA-1 of the canonical description. */
export function modelVersion(description: ReturnType<typeof describeModel>): string {
  return `r13-c@${createHash("sha1").update(canonicalJson(description)).digest("hex")}`;
}
