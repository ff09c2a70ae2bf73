import beta from "@stdlib/math-base-special-beta";
import tCdf from "@stdlib/stats-base-dists-t-cdf";

/** Student's t distribution about `centre` with `degrees` of freedom. A `scale` of 0 is the point itself. */
export interface StudentT {
  readonly centre: number;
  /** In the unit of the values; 0 or more. Not the standard deviation, which is √(ν/(ν − 2)) times as much. */
  readonly scale: number;
  /** More than 1: below that there is no mean. */
  readonly degrees: number;
}

/**
 * The probability of values from `low` to `high`, 0 to 1. Whether a bound itself belongs to the interval makes no
 * difference: a continuous distribution gives no single value any probability. Both bounds are measured in the lower
 * tail where they lie above the centre, so that a rare interval keeps its digits.
 */
export function probabilityBetween({ centre, scale, degrees }: StudentT, low: number, high: number): number {
  const from = (low - centre) / scale;
  const to = (high - centre) / scale;
  return from > 0 ? tCdf(-from, degrees) - tCdf(-to, degrees) : tCdf(to, degrees) - tCdf(from, degrees);
}

/**
 * The continuous ranked probability score of the distribution for what came: 0 or more, in the unit of the values, lower
 * is better; the absolute error where the scale is 0. The closed form is that of Jordan, Krüger & Lerch 2019
 * (Evaluating probabilistic forecasts with scoringRules), with ν for the degrees of freedom and B for the beta function.
 */
export function rankedScore({ centre, scale, degrees: ν }: StudentT, value: number): number {
  if (scale === 0) return Math.abs(value - centre);
  const z = (value - centre) / scale;
  const b = beta(0.5, ν / 2);
  // The density times ν + z², without a product of 0 and infinity far out.
  const far = Math.sqrt(ν) * ((1 + (z * z) / ν) ** ((1 - ν) / 2) / b);
  const spread = Math.sqrt(ν) * (beta(0.5, ν - 0.5) / (b * b));
  return scale * (z * (2 * tCdf(z, ν) - 1) + (2 * (far - spread)) / (ν - 1));
}
