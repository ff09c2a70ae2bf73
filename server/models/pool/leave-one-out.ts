import type { PredictionInput, Task } from "#lib/contract/request.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import type { Step } from "#server/models/model.ts";
import { answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

/** Probabilities in the order of the sorted option ids; undefined if the observations give no answer. */
type Distribution = Vector | undefined;

/** Returns the answer from all observations, and the answers without each one, in the order of the observations. */
export function leaveOneOut(
  task: Task,
  input: PredictionInput,
  parameters: Parameters,
  step: Step,
): { readonly whole: Distribution; readonly withoutEach: AsyncGenerator<Distribution> } {
  const distributionOf = (context: PredictionInput["context"]) =>
    answer(readObservations(task, { ...input, context }, parameters), parameters)?.distribution;
  async function* answerWithoutEach() {
    for (const index of input.context.keys()) {
      yield distributionOf(input.context.toSpliced(index, 1));
      // Each answer from a long series takes some milliseconds.
      await step();
    }
  }
  return { whole: distributionOf(input.context), withoutEach: answerWithoutEach() };
}
