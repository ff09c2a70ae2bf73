import type { Distribution } from "#lib/stats/distribution.ts";
import { brierScore, LOG_FLOOR, logScore, rankedProbabilityScore } from "#lib/stats/scores.ts";
import type { References } from "./references.ts";

export interface Loss {
  /** The sum of squared errors over the options, 0..2. */
  readonly brier: number;
  /** In nats. Probabilities below LOG_FLOOR count as LOG_FLOOR. */
  readonly log: number;
}

/** Scores of one forecast. All are losses: lower is better. */
export interface ForecastScores extends Loss {
  /** Ranked probability score; null if the options are not declared to be ordered. */
  readonly rps: number | null;
  /** The scores of the two reference forecasts; null if the context does not contain the reference. */
  readonly baseRate: Loss | null;
  readonly lastCrowd: Loss | null;
}

interface Forecast {
  readonly probabilities: Distribution;
  readonly order: readonly string[] | undefined;
  readonly references: References;
}

/** Scores a forecast. `outcome` is the option that happened; the forecast must contain it. */
export function scoreForecast({ probabilities, order, references }: Forecast, outcome: string): ForecastScores {
  const { baseRate, lastCrowd } = references;
  return {
    ...lossOf(probabilities, outcome),
    rps: order === undefined ? null : rankedProbabilityScore(probabilities, order, outcome),
    baseRate: baseRate === undefined ? null : lossOf(baseRate, outcome),
    lastCrowd: lastCrowd === undefined ? null : lossOf(lastCrowd, outcome),
  };
}

export function lossOf(probabilities: Distribution, outcome: string): Loss {
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome, LOG_FLOOR) };
}

/** Returns the scores of a forecast with equal probabilities. */
export function uniformLoss(options: number): Loss {
  return { brier: 1 - 1 / options, log: Math.log(options) };
}
