import { probabilityOf } from "./distribution.ts";

/**
 * Brier score of a distribution over options: Σ (p_k − [k happened])², from 0 (certain and right) to 2 (certain and
 * wrong), lower is better. A proper score. Brier 1950, Monthly Weather Review 78(1).
 * `probabilities` maps option id to 0..1, summing to 1; `outcome` is one of its ids.
 */
export function brierScore(probabilities: Readonly<Record<string, number>>, outcome: string): number {
  if (!Object.hasOwn(probabilities, outcome)) throw new RangeError("the outcome is not one of the options");
  let score = 0;
  for (const [option, probability] of Object.entries(probabilities)) {
    score += (probability - (option === outcome ? 1 : 0)) ** 2;
  }
  return score;
}

/**
 * Lower bound of probabilities in log scores, in the track record and in evaluations, so that a wrong forecast of 0 has a
 * finite score: the worst is −ln 0.0005 = 7.60 nats.
 */
export const LOG_FLOOR = 0.0005;

/**
 * Logarithmic score as a loss: −ln p(outcome) in nats, from 0 (certain and right) to infinity (p = 0), lower is better.
 * A proper score, and local: only the outcome's probability matters. Good 1952, J. Royal Statistical Society B 14(1).
 * `probabilities` maps option id to 0..1, summing to 1; `outcome` is one of its ids. A probability below `floor` counts
 * as the floor: the worst score is then −ln floor. With a floor above 0 the score is proper for forecasts above it.
 */
export function logScore(probabilities: Readonly<Record<string, number>>, outcome: string, floor = 0): number {
  const probability = Object.hasOwn(probabilities, outcome) ? probabilities[outcome] : undefined;
  if (probability === undefined) throw new RangeError("the outcome is not one of the options");
  // Avoids −0: −ln 1 is −0, and 0 − ln 1 is 0.
  return 0 - Math.log(Math.max(probability, floor));
}

/**
 * Ranked probability score for ordered options: Σ (F_k − O_k)² / (K − 1) over the first K − 1 options, where F_k is the
 * probability of the first k options and O_k whether one of them happened. From 0 (certain and right) to 1 (certain of
 * one end when the other happened), lower is better; for two options it is the binary Brier score. A proper score.
 * Epstein 1969, J. Applied Meteorology 8(6), in the form of Murphy 1971, J. Applied Meteorology 10(1). `probabilities`
 * maps option id to 0..1, summing to 1; `order` names each of its ids once; `outcome` is one of them.
 */
export function rankedProbabilityScore(
  probabilities: Readonly<Record<string, number>>,
  order: readonly string[],
  outcome: string,
): number {
  const happened = order.indexOf(outcome);
  if (happened === -1) throw new RangeError("the outcome is not one of the options");
  if (order.length < 2) throw new RangeError("an order needs at least two options");
  let score = 0;
  let upTo = 0;
  for (const [index, option] of order.slice(0, -1).entries()) {
    upTo += probabilityOf(probabilities, option);
    score += (upTo - (index >= happened ? 1 : 0)) ** 2;
  }
  return score / (order.length - 1);
}

/**
 * Skill score: the share of a reference's loss that a forecaster avoids, 1 − score/reference. 1 is perfect, 0 equals
 * the reference, below 0 is worse; no unit. Both are means of the same loss (Brier or log) over the same questions.
 * Undefined if the reference has no loss. Murphy 1988, Monthly Weather Review 116(12).
 */
export function skill(score: number, reference: number): number | undefined {
  return reference > 0 ? 1 - score / reference : undefined;
}

/** The arithmetic mean; NaN for no values. */
export function mean(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total / values.length;
}
