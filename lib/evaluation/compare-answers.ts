import { bootstrapInterval, type Interval } from "#lib/stats/bootstrap.ts";
import { brierScore, LOG_FLOOR, logScore, mean } from "#lib/stats/scores.ts";
import { averageByQuestion } from "./average-by-question.ts";
import type { ResolvedCase } from "./resolved-case.ts";
import type { Asked } from "./run-evaluation.ts";

interface Answered {
  readonly cases: readonly ResolvedCase[];
  readonly answers: readonly Asked[];
}

/**
 * The mean scores of both evaluations on the cases that both answered, and their difference with its 95 % interval,
 * resampled by question. Means are over questions: the cases of a question are averaged first.
 */
export interface PairedScore {
  readonly one: number;
  readonly other: number;
  /** `other` minus `one`: negative if `other` is better. */
  readonly difference: number;
  readonly interval: Interval | undefined;
}

export interface PairedQuestion {
  readonly set: string;
  readonly question: string;
  readonly instructions: string;
  readonly cases: number;
  /** Mean log score over the question's cases. */
  readonly one: number;
  readonly other: number;
}

export interface PairedComparison {
  readonly cases: number;
  readonly questions: number;
  readonly onlyOne: number;
  readonly onlyOther: number;
  readonly log: PairedScore | undefined;
  readonly brier: PairedScore | undefined;
  /** The questions with the largest difference in log score, at most 100. */
  readonly largest: readonly PairedQuestion[];
}

const MAX_LISTED = 100;

interface Pair {
  readonly one: ResolvedCase;
  readonly log: readonly [number, number];
  readonly brier: readonly [number, number];
}

/**
 * Compares two evaluations on their common cases: the same task, input and outcome. Intervals come from the paired
 * bootstrap, which draws whole questions with both their scores.
 */
export function compareAnswers(one: Answered, other: Answered): PairedComparison {
  const [first, second] = [answeredCases(one), answeredCases(other)];
  const pairs = [...first].flatMap(([key, left]): Pair[] => {
    const right = second.get(key);
    if (right === undefined) return [];
    return [
      {
        one: left.one,
        log: [
          logScore(left.probabilities, left.one.outcome, LOG_FLOOR),
          logScore(right.probabilities, left.one.outcome, LOG_FLOOR),
        ],
        brier: [brierScore(left.probabilities, left.one.outcome), brierScore(right.probabilities, left.one.outcome)],
      },
    ];
  });
  const questions = [...Map.groupBy(pairs, ({ one: { set, question } }) => JSON.stringify([set, question])).values()];
  return {
    cases: pairs.length,
    questions: questions.length,
    onlyOne: first.size - pairs.length,
    onlyOther: second.size - pairs.length,
    log: pairedScore(pairs, ({ log }) => log),
    brier: pairedScore(pairs, ({ brier }) => brier),
    largest: questions
      .map(describeQuestion)
      .sort((left, right) => Math.abs(right.other - right.one) - Math.abs(left.other - left.one))
      .slice(0, MAX_LISTED),
  };
}

function answeredCases({ cases, answers }: Answered) {
  return new Map(
    cases.flatMap((one, index) => {
      const answer = answers[index];
      if (answer?.ok !== true) return [];
      const { task, input } = one.request;
      return [[JSON.stringify([task, input, one.outcome]), { one, probabilities: answer.probabilities }] as const];
    }),
  );
}

function pairedScore(pairs: readonly Pair[], scoresOf: (pair: Pair) => readonly [number, number]) {
  if (pairs.length === 0) return undefined;
  const cases = averageByQuestion(
    pairs.map((pair) => ({
      question: JSON.stringify([pair.one.set, pair.one.question]),
      scores: scoresOf(pair),
    })),
  );
  const [one, other] = [0, 1].map((index) => mean(cases.map(({ scores }) => scores[index] ?? Number.NaN)));
  if (one === undefined || other === undefined) return undefined;
  const interval = bootstrapInterval(cases, ([left = 0, right = 0]) => right - left);
  return { one, other, difference: other - one, interval };
}

function describeQuestion(pairs: readonly Pair[]): PairedQuestion {
  const [first] = pairs;
  if (first === undefined) throw new RangeError("a question needs at least one case");
  const { set, question, request } = first.one;
  return {
    set,
    question,
    instructions: request.task.instructions,
    cases: pairs.length,
    one: mean(pairs.map(({ log }) => log[0])),
    other: mean(pairs.map(({ log }) => log[1])),
  };
}
