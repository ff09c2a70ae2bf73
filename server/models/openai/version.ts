import type { Json } from "#lib/contract/json.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import { versionOf } from "#server/models/version-of.ts";
import { labelsFor } from "./labels.ts";
import type { Method } from "./method.ts";
import { writeCall } from "./write-call.ts";

/** The version of this adapter. Increase it when a code change leads to other forecasts from the same model answers. */
const ADAPTER = 3;

type Settings = Pick<
  LanguageModelSettings,
  "name" | "temperature" | "maxTokens" | "maxTokensField" | "extraBody" | "headers" | "parallel"
>;

/**
 * Returns the description that is hashed into `model_version`: everything known to affect the answer. The weights
 * behind a model name are known only to the server.
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
