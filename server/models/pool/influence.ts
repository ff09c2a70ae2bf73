import { setImmediate } from "node:timers/promises";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

/**
 * Returns the influence of each observation: the total variation distance, 0..1, between the answers with and without
 * it; null if nothing usable is left. All values are 0 if there is no answer with all observations.
 */
export async function influenceOf(
  task: Task,
  input: PredictionInput,
  parameters: Parameters,
): Promise<readonly (number | null)[]> {
  const distributionOf = (context: PredictionInput["context"]) =>
    answer(readObservations(task, { ...input, context }, parameters), parameters)?.distribution;
  const whole = distributionOf(input.context);
  const sizes: (number | null)[] = [];
  for (const index of input.context.keys()) {
    const without = distributionOf(input.context.toSpliced(index, 1));
    const differences = without?.map((one, option) => Math.abs(one - (whole?.[option] ?? one)));
    sizes.push(differences === undefined ? null : differences.reduce((sum, one) => sum + one, 0) / 2);
    // Long series take some milliseconds each, so the event loop gets a turn for predictions.
    await setImmediate();
  }
  return sizes;
}
