import { versionOf } from "#server/models/version-of.ts";
import type { Parameters } from "./parameters.ts";
import { SERIES_MODELS } from "./series-model.ts";

/** The name and version of the method. Increase `version` when a code change alters answers. */
const METHOD = { method: "pool", version: 4 } as const;

export function modelVersion(parameters: Parameters): string {
  return versionOf({
    ...METHOD,
    series_models: SERIES_MODELS.map((model) => ({ ...model })),
    parameters: { ...parameters },
  });
}
