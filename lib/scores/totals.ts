import { addBins, BINS, type Bin, binOf, binOption } from "#lib/stats/reliability.ts";
import type { ForecastScores, Loss } from "./score-forecast.ts";

export interface Scored extends ForecastScores {
  readonly taskId: string;
  /** The probabilities of the options, in the same order for all forecasts of the question. */
  readonly probabilities: readonly number[];
  /** The index of the option that happened. */
  readonly happened: number;
}

/**
 * Sums over questions of the mean score of the question's forecasts, so that a question counts once however often it is
 * asked. Totals of different questions can be added field by field.
 */
export interface Totals {
  readonly forecasts: number;
  readonly questions: number;
  readonly brier: number;
  readonly log: number;
  /** Sums over forecasts, for the means in which every forecast has the same weight. */
  readonly forecastBrier: number;
  readonly forecastLog: number;
  /** The sum of the probabilities of the options that happened. */
  readonly happenedProbability: number;
  /** The number of questions with two options, and the sum of their binary Brier scores. */
  readonly binaryQuestions: number;
  readonly binary: number;
  readonly rpsQuestions: number;
  readonly rps: number;
  readonly uniformBrier: number;
  readonly uniformLog: number;
  /** The number of questions with a base rate, the scores of the base rate, and the scores of the same forecasts. */
  readonly baseQuestions: number;
  readonly baseBrier: number;
  readonly baseLog: number;
  readonly baseOwnBrier: number;
  readonly baseOwnLog: number;
  readonly crowdQuestions: number;
  readonly crowdBrier: number;
  readonly crowdLog: number;
  readonly crowdOwnBrier: number;
  readonly crowdOwnLog: number;
}

export interface Shapes {
  readonly bins: readonly Bin[];
  /** For each bin, the sum over questions of the share of forecasts whose highest probability is in the bin. */
  readonly tops: readonly number[];
}

export const NO_TOTALS: Totals = {
  forecasts: 0,
  questions: 0,
  brier: 0,
  log: 0,
  forecastBrier: 0,
  forecastLog: 0,
  happenedProbability: 0,
  binaryQuestions: 0,
  binary: 0,
  rpsQuestions: 0,
  rps: 0,
  uniformBrier: 0,
  uniformLog: 0,
  baseQuestions: 0,
  baseBrier: 0,
  baseLog: 0,
  baseOwnBrier: 0,
  baseOwnLog: 0,
  crowdQuestions: 0,
  crowdBrier: 0,
  crowdLog: 0,
  crowdOwnBrier: 0,
  crowdOwnLog: 0,
};

export const TOTAL_NAMES = Object.keys(NO_TOTALS) as readonly (keyof Totals)[];

export function totalScores(scored: readonly Scored[]): Totals & Shapes {
  const sums: Record<keyof Totals, number> = { ...NO_TOTALS };
  const tops = Array.from({ length: BINS }, () => 0);
  const bins: Bin[][] = [];
  for (const forecasts of Map.groupBy(scored, ({ taskId }) => taskId).values()) {
    addQuestion(sums, forecasts);
    for (const { probabilities } of forecasts) {
      const top = binOf(Math.max(...probabilities));
      tops[top] = (tops[top] ?? 0) + 1 / forecasts.length;
    }
    bins.push(...binQuestion(forecasts));
  }
  return { ...sums, bins: addBins(bins), tops };
}

function addQuestion(sums: Record<keyof Totals, number>, forecasts: readonly Scored[]): void {
  const own = meanLoss(forecasts);
  const uniform = meanLoss(forecasts.map((one) => one.uniform));
  sums.forecasts += forecasts.length;
  sums.questions++;
  sums.brier += own.brier;
  sums.log += own.log;
  sums.forecastBrier += own.brier * forecasts.length;
  sums.forecastLog += own.log * forecasts.length;
  sums.happenedProbability += meanOf(forecasts, ({ probabilities, happened }) => probabilities[happened] ?? 0);
  sums.uniformBrier += uniform.brier;
  sums.uniformLog += uniform.log;
  if (forecasts[0]?.probabilities.length === 2) {
    sums.binaryQuestions++;
    sums.binary += own.brier / 2;
  }
  const ranked = forecasts.flatMap(({ rps }) => rps ?? []);
  if (ranked.length > 0) {
    sums.rpsQuestions++;
    sums.rps += meanOf(ranked, (rps) => rps);
  }
  addReference(sums, "base", forecasts, ({ baseRate }) => baseRate);
  addReference(sums, "crowd", forecasts, ({ lastCrowd }) => lastCrowd);
}

function addReference(
  sums: Record<keyof Totals, number>,
  name: "base" | "crowd",
  forecasts: readonly Scored[],
  referenceOf: (one: Scored) => Loss | null,
): void {
  const paired = forecasts.filter((one) => referenceOf(one) !== null);
  if (paired.length === 0) return;
  const [own, reference] = [meanLoss(paired), meanLoss(paired.flatMap((one) => referenceOf(one) ?? []))];
  sums[`${name}Questions`]++;
  sums[`${name}Brier`] += reference.brier;
  sums[`${name}Log`] += reference.log;
  sums[`${name}OwnBrier`] += own.brier;
  sums[`${name}OwnLog`] += own.log;
}

function meanLoss(losses: readonly Loss[]): Loss {
  return { brier: meanOf(losses, ({ brier }) => brier), log: meanOf(losses, ({ log }) => log) };
}

function meanOf<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + numberOf(one), 0) / all.length;
}

function binQuestion(forecasts: readonly Scored[]): Bin[][] {
  const [first] = forecasts;
  if (first === undefined) return [];
  return first.probabilities.map((_, option) =>
    binOption(
      forecasts.map(({ probabilities }) => probabilities[option] ?? 0),
      option === first.happened,
    ),
  );
}
