import type { Parameters } from "./parameters.ts";
import type { Point } from "./scale.ts";

/**
 * The volatility of a series' recent steps as a multiple of that of all its steps: above 1 where it moves more than it
 * used to. Volatility comes in clusters (Mandelbrot 1963; Engle 1982). Volatility is the root of an exponentially weighted
 * mean of squared steps by time, to which the mean of all is added as a few more steps. The measurements are not all
 * equal, oldest first, one per instant.
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
