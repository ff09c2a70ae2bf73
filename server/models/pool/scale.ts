/** The scale of a series' steps: absolute (level) or relative (log). */
export type Scale = "level" | "log";

/** A measurement: its time in days, relative, and its value on a scale. */
export interface Point {
  readonly day: number;
  readonly value: number;
}

export function toLog(points: readonly Point[]): readonly Point[] {
  return points.map(({ day, value }) => ({ day, value: Math.log(value) }));
}

/** Converts a bound to the scale; on the log scale, bounds that are not positive are below every value. */
export function boundOn(scale: Scale, bound: number): number {
  return scale === "level" ? bound : Math.log(Math.max(bound, 0));
}
