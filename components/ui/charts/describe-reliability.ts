import { countOf, formatCount } from "#lib/format.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { judgeCalibration, MIN_TO_JUDGE } from "#lib/stats/calibration.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { ReliabilityPoint } from "#lib/stats/reliability.ts";

type Point = ReliabilityPoint;

export function describePoint({ bin, frequency }: Point): string {
  return `forecast ${nameBin(bin)}, observed ${formatPercent(frequency)}`;
}

/** Returns a sentence that counts the bins whose observed frequency is outside the band. */
export function describeReliability(points: readonly Point[]): string {
  const { verdict, outside, questions } = judgeCalibration(points);
  switch (verdict) {
    case "miscalibrated":
      return `${formatCount(outside.length)} of ${countOf(points.length, "bin")} outside the band.`;
    case "too few questions":
      return `Too few questions to judge calibration: ${formatCount(questions)} of at least ${MIN_TO_JUDGE}.`;
    case "calibrated":
      return "All bins lie within their bands: no evidence of miscalibration.";
  }
}
