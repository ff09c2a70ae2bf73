import { addBins, BINS, type Bin, binOf, binOption } from "#lib/stats/reliability.ts";
import type { ForecastScores } from "./score-forecast.ts";

export interface Scored extends ForecastScores {
  readonly taskId: string;
  /** The probabilities of the options, in the same order for all forecasts of the question. */
  readonly probabilities: readonly number[];
  /** The index of the option that happened. */
  readonly happened: number;
}

/** Sums over scored forecasts. Totals of different questions can be added field by field. */
export interface Totals {
  readonly forecasts: number;
  readonly questions: number;
  readonly brier: number;
  readonly log: number;
  /** The number of forecasts with two options, and the sum of their binary Brier scores. */
  readonly binaryForecasts: number;
  readonly binary: number;
  readonly rpsForecasts: number;
  readonly rps: number;
  readonly uniformBrier: number;
  readonly uniformLog: number;
  /** The number of forecasts with a base rate, the scores of the base rate, and the scores of these forecasts. */
  readonly baseForecasts: number;
  readonly baseBrier: number;
  readonly baseLog: number;
  readonly baseOwnBrier: number;
  readonly baseOwnLog: number;
  readonly crowdForecasts: number;
  readonly crowdBrier: number;
  readonly crowdLog: number;
  readonly crowdOwnBrier: number;
  readonly crowdOwnLog: number;
}

export interface Shapes {
  readonly bins: readonly Bin[];
  /** The number of forecasts whose highest probability is in each bin. */
  readonly tops: readonly number[];
}

const NOTHING: Totals = {
  forecasts: 0,
  questions: 0,
  brier: 0,
  log: 0,
  binaryForecasts: 0,
  binary: 0,
  rpsForecasts: 0,
  rps: 0,
  uniformBrier: 0,
  uniformLog: 0,
  baseForecasts: 0,
  baseBrier: 0,
  baseLog: 0,
  baseOwnBrier: 0,
  baseOwnLog: 0,
  crowdForecasts: 0,
  crowdBrier: 0,
  crowdLog: 0,
  crowdOwnBrier: 0,
  crowdOwnLog: 0,
};

export const TOTAL_NAMES = Object.keys(NOTHING) as readonly (keyof Totals)[];

export function totalScores(scored: readonly Scored[]): Totals & Shapes {
  const sums: Record<keyof Totals, number> = { ...NOTHING };
  const tops = Array.from({ length: BINS }, () => 0);
  for (const one of scored) {
    add(sums, one);
    const top = binOf(Math.max(...one.probabilities));
    tops[top] = (tops[top] ?? 0) + 1;
  }
  const questions = [...Map.groupBy(scored, ({ taskId }) => taskId).values()];
  return { ...sums, questions: questions.length, bins: addBins(questions.flatMap(binQuestion)), tops };
}

function add(sums: Record<keyof Totals, number>, { brier, log, ...one }: Scored): void {
  sums.forecasts++;
  sums.brier += brier;
  sums.log += log;
  sums.uniformBrier += one.uniform.brier;
  sums.uniformLog += one.uniform.log;
  if (one.probabilities.length === 2) {
    sums.binaryForecasts++;
    sums.binary += brier / 2;
  }
  if (one.rps !== null) {
    sums.rpsForecasts++;
    sums.rps += one.rps;
  }
  if (one.baseRate !== null) {
    sums.baseForecasts++;
    sums.baseBrier += one.baseRate.brier;
    sums.baseLog += one.baseRate.log;
    sums.baseOwnBrier += brier;
    sums.baseOwnLog += log;
  }
  if (one.lastCrowd !== null) {
    sums.crowdForecasts++;
    sums.crowdBrier += one.lastCrowd.brier;
    sums.crowdLog += one.lastCrowd.log;
    sums.crowdOwnBrier += brier;
    sums.crowdOwnLog += log;
  }
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
