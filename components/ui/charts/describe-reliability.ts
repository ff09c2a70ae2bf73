import type { Outputs } from "#components/ui/trpc.ts";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

export type Point = Outputs["outcomes"]["scores"]["reliability"][number];

/** With fewer effective cases, the bands are so wide that hardly any forecaster lies outside. */
const MIN_EFFECTIVE = 30;

export function nameBin(bin: number): string {
  return `${bin * 10} to ${bin * 10 + 10} %`;
}

export function describePoint({ bin, frequency }: Point): string {
  return `forecast ${nameBin(bin)}, observed ${formatPercent(frequency)}`;
}

/** Returns a sentence that lists the bins whose observed frequency is outside the band. */
export function describeReliability(points: readonly Point[]): string {
  const outside = points.filter(({ frequency, band }) => frequency < band.low || frequency > band.high);
  const effective = points.reduce((sum, point) => sum + point.effective, 0);
  if (outside.length > 0) {
    const bins = countOf(outside.length, "bin");
    return `${bins} of ${points.length} outside the band: ${outside.map(describePoint).join("; ")}.`;
  }
  if (effective < MIN_EFFECTIVE) {
    return `Too few cases to judge calibration: ${countOf(effective, "effective case")} of at least ${MIN_EFFECTIVE}.`;
  }
  return "All bins lie within their bands: no evidence of miscalibration.";
}
