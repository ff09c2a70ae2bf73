/** Terms that are smaller than the largest term by this factor do not change a sum of doubles. */
const NEGLIGIBLE = 1e-18;

/**
 * Returns the central interval of a binomial distribution of `trials` with `probability` (0..1): the smallest counts at
 * which the cumulative probability reaches (1 − level)/2 and (1 + level)/2. Both ends are included. The interval has at
 * least the probability `level`.
 */
export function binomialInterval(
  trials: number,
  probability: number,
  level: number,
): { readonly low: number; readonly high: number } {
  if (probability <= 0) return { low: 0, high: 0 };
  if (probability >= 1) return { low: trials, high: trials };
  const { first, weights } = termsAround(trials, probability);
  let total = 0;
  for (const weight of weights) total += weight;
  const tail = ((1 - level) / 2) * total;
  return { low: first + reach(weights, tail), high: first + reach(weights, total - tail) };
}

/**
 * Returns the probabilities of counts around the most probable count, relative to its probability. They are computed
 * from ratios of neighbouring terms, which cannot overflow.
 */
function termsAround(trials: number, probability: number): { readonly first: number; readonly weights: number[] } {
  const odds = probability / (1 - probability);
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const below: number[] = [];
  for (let count = mode, weight = 1; count > 0; count--) {
    weight *= count / ((trials - count + 1) * odds);
    if (weight < NEGLIGIBLE) break;
    below.push(weight);
  }
  const above: number[] = [];
  for (let count = mode, weight = 1; count < trials; count++) {
    weight *= ((trials - count) / (count + 1)) * odds;
    if (weight < NEGLIGIBLE) break;
    above.push(weight);
  }
  return { first: mode - below.length, weights: [...below.reverse(), 1, ...above] };
}

/** Returns the first index at which the cumulative weight reaches `share`. */
function reach(weights: readonly number[], share: number): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    if (sum >= share) return index;
  }
  return weights.length - 1;
}
