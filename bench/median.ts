/** Returns the median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.length % 2 === 1 ? [sorted[half]] : sorted.slice(half - 1, half + 1);
  return (low + high) / 2;
}
