import type { JsonObject } from "#lib/contract/json.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import type { Method } from "./method.ts";

export type Sampling = Pick<LanguageModelSettings, "temperature" | "maxTokens" | "maxTokensField" | "extraBody">;

/** Returns the members of a request body except `model` and `messages`. Settings that are not set are omitted. */
export function writeCall(method: Method, labels: readonly string[], sampling: Sampling): JsonObject {
  const temperature = sampling.temperature ?? method.temperature;
  const maxTokens = method.maxTokens ?? sampling.maxTokens;
  return {
    ...sampling.extraBody,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [sampling.maxTokensField]: maxTokens }),
    ...method.parameters(labels),
  };
}
