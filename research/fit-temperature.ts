import { bootstrap, type Interval } from "#lib/stats/bootstrap.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { fromLogs, toLogs } from "#lib/stats/log-space.ts";
import { mean } from "#lib/stats/scores.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { isSignificant } from "#lib/stats/significance.ts";

/** An answer with its outcome. Cases of one question are not independent. */
export interface AnsweredCase {
  readonly question: string;
  readonly probabilities: Distribution;
  readonly outcome: string;
}

export interface FittedTemperature {
  readonly exponent: number;
  readonly cases: number;
  readonly questions: number;
  /** Mean log score of the original answers. */
  readonly before: number;
  /** Mean log score of the answers of each fold, recalibrated with the exponent of the other folds. */
  readonly crossValidated: number;
  /** The 95 % interval of `crossValidated` minus `before`, by bootstrap over questions. */
  readonly interval: Interval | null;
  /** Significant: the interval lies below 0 and there are at least 100 questions. */
  readonly earned: boolean;
}

const FOLDS = 10;

/** The standard deviation of the exponent's prior around 1. With few questions, the prior dominates. */
const PRIOR_SD = 0.3;

/**
 * Fits one exponent for all log odds: temperature scaling (Guo et al. 2017, arXiv 1706.04599). For two options this is
 * Platt scaling without its intercept. An intercept would favour an option because of its position in the order of ids.
 * Probabilities below `floor` count as `floor`. Evaluated by ten-fold cross-validation over questions.
 */
export function fitTemperature(cases: readonly AnsweredCase[], floor: number): FittedTemperature | undefined {
  const prepared = cases.map(({ question, probabilities, outcome }) => {
    const options = Object.keys(probabilities).sort();
    const logs = toLogs(
      options.map((option) => probabilities[option] ?? 0),
      floor,
    );
    return { question, logs, outcome: options.indexOf(outcome) };
  });
  const folds = foldsByQuestion(cases, FOLDS);
  const names = [...new Set(folds.values())];
  if (names.length < 2) return undefined;
  const without = new Map(
    names.map((fold) => [fold, exponentOf(prepared.filter(({ question }) => folds.get(question) !== fold))]),
  );
  const scored = prepared.map((one) => ({
    question: one.question,
    before: lossOf(one, 1),
    after: lossOf(one, without.get(folds.get(one.question) ?? "") ?? 1),
  }));
  const questions = [...Map.groupBy(scored, ({ question }) => question).values()];
  const differences = questions.map((members) => members.reduce((sum, { before, after }) => sum + after - before, 0));
  const weights = Float64Array.from(questions, ({ length }) => length);
  const [interval = null] = bootstrap({ width: 1, sums: Float64Array.from(differences), weights }, [([mean]) => mean]);
  return {
    exponent: exponentOf(prepared),
    cases: cases.length,
    questions: folds.size,
    before: mean(scored.map(({ before }) => before)),
    crossValidated: mean(scored.map(({ after }) => after)),
    interval,
    earned: isSignificant(folds.size, interval) && interval !== null && interval.high < 0,
  };
}

interface Prepared {
  readonly question: string;
  readonly logs: readonly number[];
  /** The index of the option that happened. */
  readonly outcome: number;
}

function lossOf({ logs, outcome }: Prepared, exponent: number): number {
  return -Math.log(fromLogs(logs.map((log) => log * exponent))[outcome] ?? Number.NaN);
}

const [LOWEST, HIGHEST] = [0.2, 5];

/**
 * Returns the most probable exponent to three decimals. The loss is weighted by the number of questions, not of cases,
 * because cases of one question are not independent. It is convex in the exponent.
 */
function exponentOf(cases: readonly Prepared[]): number {
  const questions = new Set(cases.map(({ question }) => question)).size;
  const cost = (exponent: number) =>
    questions * mean(cases.map((one) => lossOf(one, exponent))) + ((exponent - 1) / PRIOR_SD) ** 2 / 2;
  let [low, high] = [LOWEST, HIGHEST];
  while (high - low > 5e-4) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (cost(left) < cost(right)) high = right;
    else low = left;
  }
  return Number(((low + high) / 2).toFixed(3));
}

/**
 * Assigns each question, with all its cases, to one of `folds` parts of similar size. Deterministic for the same cases.
 */
export function foldsByQuestion(cases: readonly { readonly question: string }[], folds: number): Map<string, string> {
  const random = seededRandom(1);
  const questions = [...new Set(cases.map(({ question }) => question))].sort();
  const shuffled = questions.map((question) => ({ question, key: random() })).sort((a, b) => a.key - b.key);
  return new Map(shuffled.map(({ question }, index) => [question, `fold ${(index % folds) + 1}`]));
}
