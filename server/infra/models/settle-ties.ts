import type { Vector } from "#lib/stats/log-space.ts";

/** Far more than rounding leaves between two equal probabilities, and far less than any forecast means. */
const NOISE = 1e-12;

/**
 * Makes ties of what only rounding keeps apart: 0.2 and 0.20000000000000004 become one number, the higher of them. So the
 * choice among options that the evidence does not tell apart is the contract's, not that of the order of additions.
 */
export function settleTies(distribution: Vector): Vector {
  const settled = [...distribution];
  let before = Number.POSITIVE_INFINITY;
  let value = before;
  for (const [option, own] of [...distribution.entries()].sort(([, a], [, b]) => b - a)) {
    if (before - own > NOISE) value = own;
    settled[option] = value;
    before = own;
  }
  return settled;
}
