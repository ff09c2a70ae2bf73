import type { StudentT } from "#lib/stats/student-t.ts";
import type { Series } from "./reading.ts";
import type { Point } from "./scale.ts";
import { YEAR_DAYS } from "./series-model.ts";
import { typicalGap } from "./typical-gap.ts";

/** Mean and standard deviation of the value at the deadline. */
export type Normal = Pick<StudentT, "centre" | "scale">;

const PERIODS = [1, 7, YEAR_DAYS];
/** With a longer gap, a cycle has fewer than two measurements, so the previous cycle is only the previous measurement. */
const MIN_GAPS = 2;
const MIN_RESIDUALS = 5;

/**
 * Seasonal naive forecast (Hyndman & Athanasopoulos, Forecasting: Principles and Practice): the value a whole number of
 * cycles before the deadline, with the root mean square of the differences over the same lag. Of a day, a week and a
 * year, the cycle with the smallest differences is used. Phases are time differences, and a measurement matches
 * a phase if it is at most half a typical gap away. Returns undefined if no cycle has the phase of the deadline and five differences.
 */
export function forecastSeasonalNaive({ points, horizon }: Series): Normal | undefined {
  const gap = typicalGap(points);
  const last = points.at(-1)?.day ?? 0;
  const found = PERIODS.filter((period) => period >= MIN_GAPS * gap).flatMap((period) => {
    const lag = period * Math.max(1, Math.ceil((horizon - gap / 2) / period));
    const before = (day: number) => measuredAt(points, day - lag, gap / 2);
    const centre = before(last + horizon);
    const residuals = points.flatMap(({ day, value }) => {
      const earlier = before(day);
      return earlier === undefined ? [] : [value - earlier];
    });
    if (centre === undefined || residuals.length < MIN_RESIDUALS) return [];
    return [{ centre, scale: Math.hypot(...residuals) / Math.sqrt(residuals.length) }];
  });
  return found.sort((a, b) => a.scale - b.scale)[0];
}

/** Returns the value of the measurement closest to a day, at most `tolerance` days away; the earlier one of two. */
function measuredAt(points: readonly Point[], day: number, tolerance: number): number | undefined {
  let [from, to] = [0, points.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((points[middle]?.day ?? day) < day) from = middle + 1;
    else to = middle;
  }
  const away = (point: Point) => Math.abs(point.day - day);
  const near = points.slice(Math.max(0, from - 1), from + 1).filter((point) => away(point) <= tolerance);
  return near.sort((one, other) => away(one) - away(other))[0]?.value;
}
