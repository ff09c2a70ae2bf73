/**
 * Logarithmic score as a loss: −ln p(outcome) in nats, from 0 (certain and right) to infinity (p = 0), lower is better.
 * A proper score, and local: only the outcome's probability matters. Good 1952, J. Royal Statistical Society B 14(1).
 * `probabilities` maps option id to 0..1, summing to 1; `outcome` is one of its ids.
 */
export function logScore(probabilities: Readonly<Record<string, number>>, outcome: string): number {
  const probability = Object.hasOwn(probabilities, outcome) ? probabilities[outcome] : undefined;
  if (probability === undefined) throw new RangeError("the outcome is none of the options");
  // 0 − ln 1 is 0; −ln 1 would be −0.
  return 0 - Math.log(probability);
}
