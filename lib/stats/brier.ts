/**
 * Brier score of a distribution over options: Σ (p_k − [k happened])², from 0 (certain and right) to 2 (certain and
 * wrong), lower is better. A proper score. Brier 1950, Monthly Weather Review 78(1).
 * `probabilities` maps option id to 0..1, summing to 1; `outcome` is one of its ids.
 */
export function brierScore(probabilities: Readonly<Record<string, number>>, outcome: string): number {
  if (!Object.hasOwn(probabilities, outcome)) throw new RangeError("the outcome is none of the options");
  let score = 0;
  for (const [option, probability] of Object.entries(probabilities)) {
    score += (probability - (option === outcome ? 1 : 0)) ** 2;
  }
  return score;
}

/**
 * The one-sided form for an event that happens or not: (p − [happened])², from 0 to 1; half of the two-option score.
 * `probability` of the event, 0..1.
 */
export function binaryBrierScore(probability: number, happened: boolean): number {
  return (probability - (happened ? 1 : 0)) ** 2;
}
