import type { Parameters } from "./parameters.ts";
import type { StudentT } from "./student-t.ts";

/** A reading on the scale that the walk runs on. */
export interface Point {
  /** When, in days; only differences matter. */
  readonly day: number;
  readonly value: number;
}

/** A random walk with drift. */
export interface Walk {
  readonly last: Point;
  /** Per day. */
  readonly drift: number;
  /** Of the change in one day, where the drift is known. */
  readonly scale: number;
  /** Days from the first reading to the last. */
  readonly span: number;
  readonly degrees: number;
}

/**
 * Fits a walk to two or more readings, oldest first, no two on one date. The drift is a share of the mean change a day.
 * The variance of a day's change is the mean over the differences, each without the drift and scaled by √Δt, weighted by
 * Δt: two readings a minute apart differ by their own error, and must not speak for the days.
 */
export function fitWalk(points: readonly Point[], parameters: Parameters): Walk | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const span = last.day - first.day;
  const drift = (parameters.series_drift_share * (last.value - first.value)) / span;
  let squares = 0;
  let before = first;
  for (const here of points.slice(1)) {
    squares += (here.value - before.value - drift * (here.day - before.day)) ** 2;
    before = here;
  }
  const degrees = parameters.series_degrees;
  return { last, drift, scale: Math.sqrt(((squares / span) * (degrees - 2)) / degrees), span, degrees };
}

/**
 * Where the walk stands this many days after its last reading. The drift is carried on for no longer than it was seen,
 * and as its own error grows with the days, the variance grows by days · (1 + days/span).
 */
export function walkOn({ last, drift, scale, span, degrees }: Walk, days: number): StudentT {
  const centre = last.value + drift * Math.min(days, span);
  return { centre, scale: scale * Math.sqrt(days * (1 + days / span)), degrees };
}
