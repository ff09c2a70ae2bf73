import { setImmediate } from "node:timers/promises";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

/**
 * Returns the influence of each observation: the total variation distance, 0..1, between the answers with and without
 * the observation; null if the other observations give no answer. If all observations together give no answer, every
 * value is 0 or null.
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
    // Yields to the event loop, because each answer from a long series takes some milliseconds and would delay
    // requests.
    await setImmediate();
  }
  return sizes;
}
