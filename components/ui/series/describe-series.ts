import { countOf, formatDay, visible } from "#lib/format.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import type { SeriesChartProps } from "./series-chart.tsx";

/** More rows would make the page slow. */
export const MAX_ROWS = 500;

export function describeSeries({ measurements }: MeasuredSeries): string {
  const [first, last] = [measurements[0], measurements.at(-1)];
  if (first === undefined || last === undefined) return "No measurements.";
  if (first === last) return `One measurement on ${formatDay(first.at)}: ${first.value}.`;
  return `${countOf(measurements.length, "measurement")} from ${formatDay(first.at)} to ${formatDay(last.at)}. The latest is ${last.value}.`;
}

export function describeChart(
  { unit, measurements, ranges }: MeasuredSeries,
  { resolvesAt, probabilities }: Pick<SeriesChartProps, "resolvesAt" | "probabilities">,
): string {
  const axis = unit === null ? "" : `Vertical axis: ${visible(unit)}. `;
  const table = measurements.length > MAX_ROWS ? ` Table: the latest ${MAX_ROWS} measurements.` : "";
  if (ranges.length === 0) return `${axis}No valid partition assigns the values to the options.${table}`;
  const bars =
    probabilities === undefined ? "" : ` Bars: forecast probability of each range on ${formatDay(resolvesAt)}.`;
  return `${axis}Bands: range of values of each option.${bars}${table}`;
}
