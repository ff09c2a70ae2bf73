/**
 * Formats a probability (0..1) as percent with one decimal: "66.1 %". Only exact values are "0 %" and "100 %"; values
 * near them are "<0.1 %" and ">99.9 %". Rows may not add up to 100. Throws a RangeError for values outside 0..1.
 */
export function formatPercent(probability: number): string {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError("a probability is a number from 0 to 1");
  if (probability === 0) return "0 %";
  if (probability === 1) return "100 %";
  if (probability < 0.001) return "<0.1 %";
  if (probability > 0.999) return ">99.9 %";
  return `${(100 * probability).toFixed(1)} %`;
}

/**
 * Formats a difference of probabilities (−1..1) in percentage points with its sign: "+3.2 pp", "−3.2 pp". "0 pp" is
 * exact; smaller differences are "+<0.1 pp" or "−<0.1 pp", and values near ±100 are "+>99.9 pp" or "−>99.9 pp". Throws
 * a RangeError for values outside −1..1.
 */
export function formatPoints(difference: number): string {
  if (!(difference >= -1 && difference <= 1)) throw new RangeError("a difference is a number from -1 to 1");
  if (difference === 0) return "0 pp";
  const sign = difference > 0 ? "+" : "−";
  return sign + formatDistance(Math.abs(difference));
}

/** Formats a total variation distance (0..1) in percentage points: "3.2 pp". Throws a RangeError for values outside 0..1. */
export function formatDistance(distance: number): string {
  return formatPercent(distance).replace(" %", " pp");
}
