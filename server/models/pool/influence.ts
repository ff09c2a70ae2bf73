import { setImmediate } from "node:timers/promises";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

/**
 * How far the answer moves when each observation is left out: the total variation distance between the two distributions,
 * 0..1; null where nothing usable is left. Every observation is 0 where there is no answer with all of them.
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
    // Long series take some milliseconds each: predictions come in between.
    await setImmediate();
  }
  return sizes;
}
