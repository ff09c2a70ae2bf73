import type { Parameters } from "./parameters.ts";
import type { Point } from "./scale.ts";

/**
 * Returns the recent volatility of a series divided by its overall volatility, because volatility clusters (Mandelbrot
 * 1963; Engle 1982). Above 1, the series moves more than it did earlier. Recent volatility is the root of an
 * exponentially weighted mean of squared steps per unit of time; the overall mean is added with the weight of
 * `series_recent_prior` steps. The measurements must be sorted, oldest first, one per instant, and not all equal.
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
