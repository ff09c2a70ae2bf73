import type { PredictionInput, Task } from "#lib/contract/request.ts";
import type { ApprovedInput, Step } from "#server/models/model.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Parameters } from "./parameters.ts";

/**
 * Returns the influence of each observation: the total variation distance, 0..1, between the answers with and without
 * the observation; null if the other observations give no answer. If all observations together give no answer, every
 * value is 0 or null.
 */
async function influenceOf(
  task: Task,
  input: PredictionInput,
  parameters: Parameters,
  step: Step,
): Promise<readonly (number | null)[]> {
  const { whole, withoutEach } = leaveOneOut(task, input, parameters, step);
  const sizes: (number | null)[] = [];
  for await (const without of withoutEach) {
    const differences = without?.map((one, option) => Math.abs(one - (whole?.[option] ?? one)));
    sizes.push(differences === undefined ? null : differences.reduce((sum, one) => sum + one, 0) / 2);
  }
  return sizes;
}

type Influence = Awaited<ReturnType<typeof influenceOf>>;

/** Each has a few hundred numbers. */
const MAX_CACHED = 500;

/** Returns a function that computes the influence of an input, or returns it from its cache. */
export function createInfluence(parameters: Parameters) {
  const cached = new Map<string, Influence>();
  return async ({ task, input, taskId, inputId }: ApprovedInput, step: Step): Promise<Influence> => {
    const key = `${taskId} ${inputId}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const found = await influenceOf(task, input, parameters, step);
    const [oldest = ""] = cached.keys();
    if (cached.size >= MAX_CACHED) cached.delete(oldest);
    cached.set(key, found);
    return found;
  };
}
