import type { MeasuredSeries } from "./read-measured-series.ts";

/** Returns the options from the lowest range to the highest; undefined without ranges. */
export function rangeOrder(all: readonly MeasuredSeries[]): readonly string[] | undefined {
  return all.find(({ ranges }) => ranges.length > 0)?.ranges.map(({ option }) => option);
}
