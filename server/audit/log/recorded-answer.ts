import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { OrderedRequest, PredictionRequest, Task } from "#lib/contract/request.ts";
import type { PredictionResult } from "#lib/contract/response.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { vectorOf } from "#lib/stats/distribution.ts";
import type { RecordedAnswer } from "./prediction-events.ts";

/** Returns an answer with its options by place, as events contain it. */
export function recordAnswer(
  { task }: Pick<PredictionRequest, "task">,
  { probabilities, choice }: Pick<PredictionResult, "probabilities" | "choice">,
): RecordedAnswer {
  const options = canonicalOptions(task);
  return { probabilities: vectorOf(probabilities, options), choice: options.indexOf(choice) };
}

/** Returns the caller's order of the options: their indices in canonical order. */
export function orderOf({ request, options }: OrderedRequest): number[] {
  const canonical = canonicalOptions(request.task);
  return options.map((option) => canonical.indexOf(option));
}

/** Returns the result that was recorded for a task, with the options in canonical order. */
export function resultOf({ probabilities, choice }: RecordedAnswer, task: Pick<Task, "criteria">): PredictionResult {
  const options = canonicalOptions(task);
  return {
    type: "choice",
    choice: optionAt(options, choice),
    probabilities: byOption(options, probabilities),
    confidence: null,
    calibration_status: "not_independently_verified",
  };
}

/** Returns the option ids of a task in the caller's order. */
export function optionsInOrder(
  { order }: { readonly order: readonly number[] },
  task: Pick<Task, "criteria">,
): string[] {
  const options = canonicalOptions(task);
  return order.map((index) => optionAt(options, index));
}

/** Returns the option id at an index in canonical order. Throws a RangeError if there is none. */
export function optionAt(options: readonly string[], index: number): string {
  const option = options[index];
  if (option === undefined) throw new RangeError(`the task has no option ${index}`);
  return option;
}
