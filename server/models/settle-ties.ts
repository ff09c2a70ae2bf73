import type { Vector } from "#lib/stats/log-space.ts";

/** The largest difference treated as rounding: far above real rounding errors, far below any meaningful difference. */
const NOISE = 1e-12;

/**
 * Makes probabilities exactly equal if they differ only by rounding: 0.2 and 0.20000000000000004 become the higher
 * value. Ties are then broken by the contract's rule and not by rounding errors.
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
