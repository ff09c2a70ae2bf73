import type { Json, JsonObject } from "#lib/contract/json.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import { versionOf } from "#server/models/version-of.ts";
import type { Method } from "./method.ts";

/** The version of this adapter. Increase it when a code change leads to other forecasts from the same model answers. */
const ADAPTER = 4;

type Settings = Pick<LanguageModelSettings, "provider" | "name" | "headers" | "parallel">;

/**
 * Returns the description that is hashed into `model_version`: everything known to affect the answer. `sent` is the
 * body of a call, which contains the prompt and every setting that the provider's package did not drop. The package's
 * version is not included: a release that sends the same body does not split the track record.
 */
export function describeModel(settings: Settings, endpoint: string, method: Method, sent: JsonObject) {
  return {
    adapter: "llm",
    adapter_version: ADAPTER,
    provider: settings.provider,
    endpoint,
    model: settings.name,
    method: method.name,
    calls: Array.from({ length: 19 }, (_, index) => method.calls(index + 2)),
    sent,
    headers: { ...settings.headers },
    parallel: settings.parallel,
    combining: { ...method.combining },
  } satisfies Json;
}

/** `fingerprints` are those of the answers to the calls, which tell the served models apart. */
export function modelVersion(description: JsonObject, fingerprints: readonly string[] = []): string {
  const distinct = [...new Set(fingerprints)].sort();
  return versionOf(distinct.length === 0 ? description : { ...description, fingerprints: distinct });
}
