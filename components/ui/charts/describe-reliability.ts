import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { judgeCalibration, MIN_TO_JUDGE } from "#lib/stats/calibration.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

export type Point = Outputs["outcomes"]["scores"]["reliability"][number];

export function nameBin(bin: number): string {
  return `${bin * 10} to ${bin * 10 + 10} %`;
}

export function describePoint({ bin, frequency }: Point): string {
  return `forecast ${nameBin(bin)}, observed ${formatPercent(frequency)}`;
}

/** Returns a sentence that lists the bins whose observed frequency is outside the band. */
export function describeReliability(points: readonly Point[]): string {
  const { verdict, outside, questions } = judgeCalibration(points);
  switch (verdict) {
    case "miscalibrated": {
      const bins = countOf(outside.length, "bin");
      return `${bins} of ${points.length} outside the band: ${outside.map(describePoint).join("; ")}.`;
    }
    case "too few questions":
      return `Too few questions to judge calibration: ${formatCount(questions)} of at least ${MIN_TO_JUDGE}.`;
    case "calibrated":
      return "All bins lie within their bands: no evidence of miscalibration.";
  }
}
