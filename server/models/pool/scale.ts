/** The scale on which a series is modelled: `level` for absolute steps, `log` for relative steps. */
export type Scale = "level" | "log";

/** A measurement. `day` is relative to an arbitrary origin; `value` is on the level or log scale. */
export interface Point {
  readonly day: number;
  readonly value: number;
}

export function toLog(points: readonly Point[]): readonly Point[] {
  return points.map(({ day, value }) => ({ day, value: Math.log(value) }));
}

/** Converts an interval bound to the scale. On the log scale, bounds that are not positive become -Infinity. */
export function boundOn(scale: Scale, bound: number): number {
  return scale === "level" ? bound : Math.log(Math.max(bound, 0));
}
