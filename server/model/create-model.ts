import type { ModelChoice } from "#server/config.ts";
import { createHttpModel } from "./http/http-model.ts";
import type { Model } from "./model.ts";
import { createPool } from "./pool/pool.ts";

/** The model that the configuration chooses. */
export function createModel(choice: ModelChoice, release: string, now: () => Date): Model {
  switch (choice.adapter) {
    case "pool":
      return createPool({ release, now: () => performance.now() });
    case "http":
      return createHttpModel({ release, url: choice.url, token: choice.token, now });
  }
}
