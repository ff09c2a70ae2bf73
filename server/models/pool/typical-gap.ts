import { medianOf } from "#lib/stats/median.ts";
import type { Point } from "./scale.ts";

/**
 * Returns the typical time between measurements in days: the median gap, but at least a quarter of the mean gap,
 * because measurements may come in bursts.
 */
export function typicalGap(points: readonly Point[]): number {
  const gaps = points.slice(1).map(({ day }, index) => day - (points[index]?.day ?? day));
  return Math.max(medianOf(gaps), meanGap(points) / 4);
}

export function meanGap(points: readonly Point[]): number {
  return ((points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0)) / (points.length - 1);
}
