import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Parameters } from "./parameters.ts";

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
  const { whole, withoutEach } = leaveOneOut(task, input, parameters);
  const sizes: (number | null)[] = [];
  for await (const without of withoutEach) {
    const differences = without?.map((one, option) => Math.abs(one - (whole?.[option] ?? one)));
    sizes.push(differences === undefined ? null : differences.reduce((sum, one) => sum + one, 0) / 2);
  }
  return sizes;
}
