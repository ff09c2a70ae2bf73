import type { Json } from "#lib/contract/json.ts";
import type { LanguageModelChoice } from "#server/config/choose-model.ts";
import { versionOf } from "#server/models/version-of.ts";
import { labelsFor } from "./labels.ts";
import type { Method } from "./method.ts";
import { writeCall } from "./write-call.ts";

/** Increase it when the code changes what it derives from the same words and numbers. */
const ADAPTER = 3;

/** What determines the answer besides the method and the system prompt. */
type Settings = Pick<
  LanguageModelChoice,
  "name" | "temperature" | "maxTokens" | "maxTokensField" | "extraBody" | "headers" | "parallel"
>;

/**
 * Everything that determines the answer, as far as the gateway knows: only the server knows which weights a name stands
 * for.
 */
export function describeModel(settings: Settings, method: Method, system: string) {
  const labels = labelsFor(2);
  return {
    adapter: "openai",
    adapter_version: ADAPTER,
    model: settings.name,
    method: method.name,
    calls: Array.from({ length: 19 }, (_, index) => method.calls(index + 2)),
    // Through JSON, as it is sent.
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
