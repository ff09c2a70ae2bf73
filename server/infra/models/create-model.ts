import type { ModelChoice } from "#server/config.ts";
import { createHttpModel } from "#server/infra/models/http/http-model.ts";
import { createPool } from "#server/infra/models/pool/pool.ts";
import type { Model } from "./model.ts";

/** Creates the configured model adapter. */
export async function createModel(choice: ModelChoice, release: string, now: () => Date): Promise<Model> {
  const clock = () => performance.now();
  switch (choice.adapter) {
    case "pool":
      return createPool({ release, now: clock });
    case "http":
      return createHttpModel({ release, url: choice.url, token: choice.token, now });
    case "openai": {
      // The client takes a tenth of a second and 35 MB to load, so only this adapter loads it.
      const { createOpenaiModel } = await import("#server/infra/models/openai/openai-model.ts");
      return createOpenaiModel({ release, now, clock, ...choice });
    }
  }
}
