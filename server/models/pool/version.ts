import { versionOf } from "#server/models/version-of.ts";
import type { Parameters } from "./parameters.ts";
import { CYCLE_MODELS, NOISY_WALKS, SERIES_MODELS, seasonalModels } from "./series-model.ts";

/** The name and version of the method. Increase `version` when a code change alters answers. */
const METHOD = { method: "pool", version: 7 } as const;

export function modelVersion(parameters: Parameters): string {
  return versionOf({
    ...METHOD,
    series_models: [...SERIES_MODELS, ...NOISY_WALKS, ...seasonalModels(1), ...CYCLE_MODELS].map((model) => ({
      ...model,
    })),
    parameters: { ...parameters },
  });
}
