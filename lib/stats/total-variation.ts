import { type Distribution, haveSameOptions, probabilityOf } from "./distribution.ts";

/**
 * Total variation distance, 0..1: half the sum of absolute differences, which is the most by which any set of options
 * can differ in probability. A metric. Throws a RangeError where the options are not the same.
 */
export function totalVariation(a: Distribution, b: Distribution): number {
  if (!haveSameOptions(a, b)) throw new RangeError("the distributions have different options");
  let sum = 0;
  for (const option of Object.keys(a).sort()) sum += Math.abs(probabilityOf(a, option) - probabilityOf(b, option));
  return Math.min(1, sum / 2);
}
