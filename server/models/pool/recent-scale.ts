import type { Parameters } from "./parameters.ts";
import type { Point } from "./scale.ts";

/**
 * Returns the ratio of recent to overall volatility of a series; above 1 if it moves more than it used to. Volatility
 * clusters (Mandelbrot 1963; Engle 1982). Recent volatility is the root of an exponentially weighted mean of squared
 * steps per unit of time, with the overall mean added as a few more steps. The measurements must not all be equal and
 * come oldest first, one per instant.
 */
export function recentScale(
  points: readonly Point[],
  { series_recent_factor: factor, series_recent_prior: prior }: Parameters,
): number {
  const range = Math.max(...points.map(({ value }) => Math.abs(value - (points[0]?.value ?? 0))));
  let all = 0;
  let recent = 0;
  let weights = 0;
  for (const [index, { day, value }] of points.slice(1).entries()) {
    const before = points[index] ?? { day, value };
    const square = ((value - before.value) / range) ** 2 / (day - before.day);
    all += square;
    recent = factor * recent + square;
    weights = factor * weights + 1;
  }
  const mean = all / (points.length - 1);
  return Math.sqrt((recent + prior * mean) / (weights + prior) / mean);
}
