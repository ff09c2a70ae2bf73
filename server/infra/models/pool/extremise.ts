import type { Vector } from "#lib/stats/log-space.ts";

/**
 * How far the mean of n independent sources is moved away from the base rate, as a factor on log-odds:
 * d(n) = n(√(3n²−3n+1) − 2)/(n²−n−1), Neyman & Roughgarden 2021 (arXiv 2111.03153). Each source knows something the
 * others do not, and a mean dilutes it. d(1) = 1, d(2) ≈ 1.29, and d(n) → √3.
 * Written as 3n/(√(3n²−3n+1) + 2), the same number without the 0/0 near n = 1.618: n may be any number from 1.
 */
export function extremisingFactor(n: number): number {
  return (3 * n) / (Math.sqrt(3 * n * n - 3 * n + 1) + 2);
}

/** Moves log probabilities away from the base rate's by `exponent`; 1 leaves the distribution as it is. */
export function extremise(logs: Vector, base: Vector, exponent: number): Vector {
  return logs.map((value, option) => {
    const from = base[option] ?? 0;
    return from + exponent * (value - from);
  });
}
