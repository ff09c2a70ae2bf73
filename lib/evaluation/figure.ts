import { bootstrapClusters, bootstrapInterval, type Interval } from "#lib/stats/bootstrap.ts";
import { mean } from "#lib/stats/scores.ts";
import { averageByQuestion } from "./average-by-question.ts";
import type { ScoredForecast } from "./score-answers.ts";

/** A mean over questions of the mean scores of their cases. */
export interface Figure {
  readonly value: number;
  /** 95 % interval by bootstrap over questions. */
  readonly interval: Interval | undefined;
  /** 95 % interval by bootstrap over blocks of cases that may depend on each other, such as those of one month. */
  readonly blockInterval: Interval | undefined;
}

/** The part of a scored case that places it in its clusters. */
export type Clustered = Pick<ScoredForecast, "set" | "question" | "block">;

/** Returns the mean with both intervals. Undefined without cases. */
export function figureOf<One extends Clustered>(
  cases: readonly One[],
  scoreOf: (one: One) => number,
): Figure | undefined {
  if (cases.length === 0) return undefined;
  return {
    value: meanOf(cases, scoreOf),
    interval: bootstrapInterval(byQuestion(cases, scoreOf), ([score]) => score),
    blockInterval: blockInterval(cases, scoreOf),
  };
}

/** Returns the mean over questions: the cases of a question are averaged first. NaN without cases. */
export function meanOf<One extends Clustered>(cases: readonly One[], scoreOf: (one: One) => number): number {
  return mean(byQuestion(cases, scoreOf).map(({ scores: [score = Number.NaN] }) => score));
}

/** Question names are unique only within a set. */
export function questionOf({ set, question }: Pick<Clustered, "set" | "question">): string {
  return `${set} ${question}`;
}

/** Returns the weight of each case: 1 divided by the number of cases of its question. */
export function weighCases(cases: readonly Clustered[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const one of cases) counts.set(questionOf(one), (counts.get(questionOf(one)) ?? 0) + 1);
  return cases.map((one) => 1 / (counts.get(questionOf(one)) ?? 1));
}

/**
 * Returns the smallest difference that a comparison of this size detects in 80 of 100 evaluations at the 5 % level, two
 * sided: 2.80 standard errors of the mean over questions. Undefined with fewer than two questions.
 */
export function smallestDetectable<One extends Clustered>(
  cases: readonly One[],
  scoreOf: (one: One) => number,
): number | undefined {
  const scores = byQuestion(cases, scoreOf).map(({ scores: [score = Number.NaN] }) => score);
  if (scores.length < 2) return undefined;
  const center = mean(scores);
  const variance = scores.reduce((sum, score) => sum + (score - center) ** 2, 0) / (scores.length - 1);
  return 2.8 * Math.sqrt(variance / scores.length);
}

/** The bootstrap draws whole blocks. The cases of a question may lie in several blocks, each with its weight. */
function blockInterval<One extends Clustered>(cases: readonly One[], scoreOf: (one: One) => number) {
  const weights = weighCases(cases);
  const blocks = new Map<string, { sum: number; weight: number }>();
  for (const [index, one] of cases.entries()) {
    const block = blocks.get(one.block) ?? { sum: 0, weight: 0 };
    const weight = weights[index] ?? 0;
    block.sum += weight * scoreOf(one);
    block.weight += weight;
    blocks.set(one.block, block);
  }
  const clusters = [...blocks.values()].map(({ sum, weight }) => ({ sums: [sum], cases: weight }));
  return bootstrapClusters(clusters, ([score]) => score);
}

function byQuestion<One extends Clustered>(cases: readonly One[], scoreOf: (one: One) => number) {
  return averageByQuestion(cases.map((one) => ({ question: questionOf(one), scores: [scoreOf(one)] })));
}
