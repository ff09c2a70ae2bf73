import { incompleteBeta } from "./incomplete-beta.ts";

/** Student's t distribution around `centre` with `degrees` of freedom. With a `scale` of 0 it is the point `centre`. */
export interface StudentT {
  readonly centre: number;
  /** In the unit of the values, at least 0. With ν degrees of freedom, the standard deviation is √(ν/(ν − 2)) × scale. */
  readonly scale: number;
  /** Greater than 0. */
  readonly degrees: number;
}

/**
 * Returns the probability of values from `low` to `high`, 0 to 1. Open and closed bounds are equivalent for a
 * continuous distribution. If both bounds lie above the centre, they are mirrored to the lower tail, where small
 * probabilities have full precision.
 */
export function probabilityBetween({ centre, scale, degrees }: StudentT, low: number, high: number): number {
  const from = (low - centre) / scale;
  const to = (high - centre) / scale;
  return from > 0 ? below(-from, degrees) - below(-to, degrees) : below(to, degrees) - below(from, degrees);
}

/** Returns the probability of values below x, for centre 0 and scale 1. It is precise far out in the lower tail too. */
function below(x: number, degrees: number): number {
  const root = Math.abs(x) / Math.sqrt(degrees);
  if (root === 0) return 0.5;
  if (root === Infinity) return x < 0 ? 0 : 1;
  // Computes ν/(ν + x²) and its complement without overflow or cancellation.
  const square = root * root;
  const logSum = root < 1 ? Math.log1p(square) : 2 * Math.log(root) + Math.log1p(1 / square);
  const split = {
    x: 1 / (1 + square),
    y: root < 1 ? square / (1 + square) : 1 / (1 + 1 / square),
    logX: -logSum,
    logY: 2 * Math.log(root) - logSum,
  };
  const tail = incompleteBeta(split, degrees / 2) / 2;
  return x < 0 ? tail : 1 - tail;
}
