import { incompleteBeta } from "./incomplete-beta.ts";

/** Student's t distribution about `centre` with `degrees` of freedom. A `scale` of 0 is the point itself. */
export interface StudentT {
  readonly centre: number;
  /** In the unit of the values; 0 or more. Not the standard deviation, which is √(ν/(ν − 2)) times as much. */
  readonly scale: number;
  /** More than 0. */
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
  return from > 0 ? below(-from, degrees) - below(-to, degrees) : below(to, degrees) - below(from, degrees);
}

/** The probability of values below x with centre 0 and scale 1; keeps its digits far out in the lower tail. */
function below(x: number, degrees: number): number {
  const root = Math.abs(x) / Math.sqrt(degrees);
  if (root === 0) return 0.5;
  if (root === Infinity) return x < 0 ? 0 : 1;
  // ν/(ν + x²) and the rest, in a form that neither overflows nor cancels.
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
