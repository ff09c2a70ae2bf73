import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { niceTicks } from "#lib/stats/nice-ticks.ts";

/** Positive values that differ by at least this factor are drawn on a logarithmic axis. */
const MIN_LOG_RATIO = 100;
/** Space below the lowest value and above the highest, for the ranges without an end, as a share of the axis. */
const MARGIN = 0.12;
/** Minimum span of an axis. The margin of a much smaller span would underflow to 0. */
const MIN_SPAN = 1e-300;

/**
 * Returns a vertical axis that covers all measurements and all bounds of the ranges; `place` maps a value to 0..1 from
 * bottom to top.
 */
export function scaleValues({ measurements, ranges }: Pick<MeasuredSeries, "measurements" | "ranges">) {
  const values = [
    ...measurements.map(({ value }) => value),
    ...ranges.flatMap(({ low, high }) => [low, high]).filter((bound) => bound !== null),
  ];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isLog = least > 0 && most / least >= MIN_LOG_RATIO;
  const scaled = isLog ? Math.log10 : (value: number) => value;
  const [from, to] = [scaled(least), scaled(most)];
  const span = Math.max(to - from || Math.abs(from) || 1, MIN_SPAN);
  const margin = (span * MARGIN) / (1 - 2 * MARGIN);
  const [bottom, top] = [from - margin, to + margin];
  const place = (value: number) => (scaled(value) - bottom) / (top - bottom);
  const ticks = isLog ? powersOfTen(bottom, top) : niceTicks(bottom, top);
  return { place, ticks: ticks.filter((tick) => place(tick) >= 0 && place(tick) <= 1) };
}

/** Returns the powers of ten between two exponents, at most eight of them. */
function powersOfTen(bottom: number, top: number): number[] {
  const step = Math.ceil((top - bottom) / 8);
  const first = Math.ceil(bottom / step) * step;
  return Array.from({ length: Math.floor((top - first) / step) + 1 }, (_, index) => 10 ** (first + index * step));
}
