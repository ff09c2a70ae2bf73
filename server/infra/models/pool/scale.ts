/** A series is forecast by amounts, on its level, and by factors, on its logarithm. */
export type Scale = "level" | "log";

/** A measurement: when, in days of which only differences matter, and its value on a scale. */
export interface Point {
  readonly day: number;
  readonly value: number;
}

export function toLog(points: readonly Point[]): readonly Point[] {
  return points.map(({ day, value }) => ({ day, value: Math.log(value) }));
}

/** A bound of an interval on the scale; on the log scale all that is not positive lies below every value. */
export function boundOn(scale: Scale, bound: number): number {
  return scale === "level" ? bound : Math.log(Math.max(bound, 0));
}
