import { type Distribution, haveSameOptions, probabilityOf } from "./distribution.ts";

/**
 * Total variation distance, 0..1: half the sum of absolute differences, which is the largest difference in probability
 * of any set of options. A metric. Throws a RangeError if the options differ.
 */
export function totalVariation(a: Distribution, b: Distribution): number {
  if (!haveSameOptions(a, b)) throw new RangeError("the distributions have different options");
  let sum = 0;
  for (const option of Object.keys(a).sort()) sum += Math.abs(probabilityOf(a, option) - probabilityOf(b, option));
  return Math.min(1, sum / 2);
}

/**
 * Jensen–Shannon distance, 0..1: the square root of the Jensen–Shannon divergence in bits. A metric (Endres and
 * Schindelin 2003). Near 0 it is accurate to about 1e-8, because a square root halves the digits. Throws a RangeError
 * if the options differ.
 */
export function jensenShannon(a: Distribution, b: Distribution): number {
  if (!haveSameOptions(a, b)) throw new RangeError("the distributions have different options");
  let divergence = 0;
  for (const option of Object.keys(a).sort()) divergence += share(probabilityOf(a, option), probabilityOf(b, option));
  return Math.sqrt(Math.min(1, divergence));
}

/** Returns one option's contribution to the divergence, in bits. Never negative, because x·log x is convex. */
function share(p: number, q: number): number {
  // Equal probabilities contribute exactly 0, but the formula below may give a rounding error.
  if (p === q) return 0;
  const middle = (p + q) / 2;
  return Math.max(0, (term(p, middle) + term(q, middle)) / 2);
}

function term(p: number, middle: number): number {
  return p === 0 || middle === 0 ? 0 : p * Math.log2(p / middle);
}
