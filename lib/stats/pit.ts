export const PIT_BINS = 10;

/**
 * Returns how an outcome's probability integral transform is spread over ten equal bins of 0 to 1; sums to 1. An outcome
 * with the probability p of ordered options covers the interval from F to F + p uniformly, where F is the total
 * probability of the lower options. Over many calibrated forecasts, the mean of all bins is 1/10. The non-randomised
 * histogram of Czado, Gneiting & Held 2009, Biometrics 65(4). An outcome with the probability 0 counts in the bin of F.
 * `probabilities` are sorted from the lowest option to the highest; `position` is the index of the outcome.
 */
export function pitShares(probabilities: readonly number[], position: number): number[] {
  let low = 0;
  for (const probability of probabilities.slice(0, position)) low += probability;
  const width = Math.min(probabilities[position] ?? 0, 1 - low);
  if (width <= 0) {
    const bin = Math.min(PIT_BINS - 1, Math.floor(low * PIT_BINS));
    return Array.from({ length: PIT_BINS }, (_, index) => (index === bin ? 1 : 0));
  }
  const covered = (upTo: number) => Math.max(0, Math.min(1, (upTo - low) / width));
  return Array.from({ length: PIT_BINS }, (_, bin) => covered((bin + 1) / PIT_BINS) - covered(bin / PIT_BINS));
}
