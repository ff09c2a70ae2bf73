import type { Distribution } from "#lib/stats/distribution.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import { brierScore, LOG_FLOOR, logScore, rankedProbabilityScore } from "#lib/stats/scores.ts";

export interface Loss {
  /** The sum of squared errors over the options, 0..2. */
  readonly brier: number;
  /** In nats. Probabilities below LOG_FLOOR count as LOG_FLOOR. */
  readonly log: number;
}

export function lossOf(probabilities: Distribution, outcome: string): Loss {
  return { brier: brierScore(probabilities, outcome), log: logScore(probabilities, outcome, LOG_FLOOR) };
}

/** Returns the ranked probability score; null without an order. The options are indices, and `order` the lowest first. */
export function rankedScore(probabilities: Vector, happened: number, order: Vector | null): number | null {
  if (order === null || order.length === 0) return null;
  return rankedProbabilityScore(Object.fromEntries(probabilities.entries()), order.map(String), String(happened));
}

/** Returns the scores of a forecast with equal probabilities. */
export function uniformLoss(options: number): Loss {
  return { brier: 1 - 1 / options, log: Math.log(options) };
}
