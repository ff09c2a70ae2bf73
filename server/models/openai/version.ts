import type { Json } from "#lib/contract/json.ts";
import type { LanguageModelChoice } from "#server/config/choose-model.ts";
import { versionOf } from "#server/models/version-of.ts";
import { labelsFor } from "./labels.ts";
import type { Method } from "./method.ts";
import { writeCall } from "./write-call.ts";

/** Increase when a code change makes the adapter derive another forecast from the same answers. */
const ADAPTER = 3;

/** The settings that determine the answer, in addition to the method and the system prompt. */
type Settings = Pick<
  LanguageModelChoice,
  "name" | "temperature" | "maxTokens" | "maxTokensField" | "extraBody" | "headers" | "parallel"
>;

/**
 * Returns everything known to determine the answer. Only the server knows which weights a model name stands for.
 */
export function describeModel(settings: Settings, method: Method, system: string) {
  const labels = labelsFor(2);
  return {
    adapter: "openai",
    adapter_version: ADAPTER,
    model: settings.name,
    method: method.name,
    calls: Array.from({ length: 19 }, (_, index) => method.calls(index + 2)),
    // Serialised as in the request, which drops undefined members.
    parameters: JSON.parse(JSON.stringify(writeCall(method, labels, settings))) as Json,
    headers: { ...settings.headers },
    parallel: settings.parallel,
    prompt: { system, ask: method.ask(labels) },
    combining: { ...method.combining },
  };
}

export function modelVersion(description: ReturnType<typeof describeModel>): string {
  return versionOf(description);
}
