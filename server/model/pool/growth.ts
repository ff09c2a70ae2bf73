import type { Parameters } from "./parameters.ts";
import { fitWalk, type Point } from "./walk.ts";

export type Scale = "level" | "log";

/**
 * Does a series grow by amounts or by factors? By factors where all values are positive and the walk on their logarithms
 * makes the readings likelier: with normal changes, where the typical change of the level is more than that of the
 * logarithm times the values' geometric mean.
 */
export function scaleOf(points: readonly Point[], parameters: Parameters): Scale {
  if (points.some(({ value }) => value <= 0)) return "level";
  const logs = toScale(points, "log");
  const level = fitWalk(points, parameters)?.scale ?? 0;
  const log = fitWalk(logs, parameters)?.scale ?? 0;
  let total = 0;
  for (const { value } of logs.slice(1)) total += value;
  return level > log * Math.exp(total / (logs.length - 1)) ? "log" : "level";
}

export function toScale(points: readonly Point[], scale: Scale): readonly Point[] {
  return scale === "level" ? points : points.map(({ day, value }) => ({ day, value: Math.log(value) }));
}

/** A bound of an interval on the scale; on the log scale all that is not positive lies below every value. */
export function boundOn(scale: Scale, bound: number): number {
  return scale === "level" ? bound : Math.log(Math.max(bound, 0));
}
