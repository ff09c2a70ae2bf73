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

/**
 * Jensen–Shannon distance, 0..1: the square root of the Jensen–Shannon divergence in bits. A metric (Endres and
 * Schindelin 2003). Near 0 it is exact to about 1e-8: a square root halves the digits. Throws a RangeError where
 * the options are not the same.
 */
export function jensenShannon(a: Distribution, b: Distribution): number {
  if (!haveSameOptions(a, b)) throw new RangeError("the distributions have different options");
  let divergence = 0;
  for (const option of Object.keys(a).sort()) divergence += share(probabilityOf(a, option), probabilityOf(b, option));
  return Math.sqrt(Math.min(1, divergence));
}

/** The share of one option in bits. Never negative, because x·log x is convex. */
function share(p: number, q: number): number {
  // Equal is 0 by definition; computed, it may be off by the last digit.
  if (p === q) return 0;
  const middle = (p + q) / 2;
  return Math.max(0, (term(p, middle) + term(q, middle)) / 2);
}

function term(p: number, middle: number): number {
  return p === 0 || middle === 0 ? 0 : p * Math.log2(p / middle);
}
