import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { LOG_FLOOR, logScore } from "#lib/stats/scores.ts";
import type { Step } from "#server/models/model.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Parameters } from "./parameters.ts";

/**
 * Returns the worth of each observation in nats: the log score of the answer without the observation minus that of the
 * answer with it. Above 0, the observation improved the forecast. Null if the other observations give no answer.
 * `outcome` is the option that happened.
 */
export async function worthOf(
  task: Task,
  input: PredictionInput,
  outcome: string,
  parameters: Parameters,
  step: Step,
): Promise<readonly (number | null)[]> {
  const options = Object.keys(task.criteria).sort();
  const lossOf = (distribution: readonly number[]) => logScore(byOption(options, distribution), outcome, LOG_FLOOR);
  const { whole, withoutEach } = leaveOneOut(task, input, parameters, step);
  const worths: (number | null)[] = [];
  for await (const without of withoutEach) {
    worths.push(whole === undefined || without === undefined ? null : lossOf(without) - lossOf(whole));
  }
  return worths;
}
