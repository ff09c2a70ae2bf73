import type { Task } from "./request.ts";

const SUM_TOLERANCE = 1e-6;

/**
 * Returns the most probable option. Exact ties go to the first id by UTF-16 code units (`10` < `9` < `B` < `a`).
 * `probabilities` has at least one option.
 */
export function chooseOption(probabilities: Readonly<Record<string, number>>): string {
  const [first, ...rest] = Object.entries(probabilities);
  if (first === undefined) throw new RangeError("the probabilities contain no option");
  let [choice, highest] = first;
  for (const [option, probability] of rest) {
    if (probability > highest || (probability === highest && option < choice)) {
      choice = option;
      highest = probability;
    }
  }
  return choice;
}

/**
 * Checks that `probabilities` has exactly the task's options, finite numbers in 0..1, and a sum of 1 within 1e-6.
 * Returns the violation, or undefined if there is none.
 */
export function probabilitiesError(task: Task, probabilities: Readonly<Record<string, unknown>>): string | undefined {
  const options = Object.keys(task.criteria);
  if (Object.keys(probabilities).length !== options.length) return "the number of options differs from the task";
  let sum = 0;
  for (const option of options) {
    if (!Object.hasOwn(probabilities, option)) return "an option is missing";
    const probability = probabilities[option];
    if (typeof probability !== "number" || !(probability >= 0 && probability <= 1)) {
      return "a probability is not a number from 0 to 1";
    }
    sum += probability;
  }
  return Math.abs(sum - 1) <= SUM_TOLERANCE ? undefined : "the probabilities do not sum to 1";
}
