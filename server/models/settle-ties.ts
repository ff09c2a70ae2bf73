import type { Vector } from "#lib/stats/log-space.ts";

/** Far above rounding errors between equal probabilities, far below any meaningful difference. */
const NOISE = 1e-12;

/**
 * Makes probabilities equal if only rounding separates them: 0.2 and 0.20000000000000004 become the higher of the two.
 * Ties are then broken by the contract's rule, not by the order of additions.
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
