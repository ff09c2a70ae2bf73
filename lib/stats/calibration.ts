import type { ReliabilityPoint } from "./reliability.ts";

/** With fewer effective cases, the bands are so wide that hardly any forecaster lies outside. */
export const MIN_EFFECTIVE = 30;

export interface Calibration<P> {
  readonly verdict: "calibrated" | "miscalibrated" | "too few cases";
  /** The bins whose observed frequency lies outside the band. */
  readonly outside: readonly P[];
  readonly effective: number;
}

/**
 * Judges calibration from the bins of a reliability diagram. One bin outside its band is enough to reject calibration,
 * however few the cases, because the bands hold for all bins together. Without one, at least MIN_EFFECTIVE effective
 * cases are needed for a verdict.
 */
export function judgeCalibration<P extends Pick<ReliabilityPoint, "effective" | "frequency" | "band">>(
  points: readonly P[],
): Calibration<P> {
  const outside = points.filter(isOutside);
  const effective = points.reduce((sum, point) => sum + point.effective, 0);
  if (outside.length > 0) return { verdict: "miscalibrated", outside, effective };
  return { verdict: effective < MIN_EFFECTIVE ? "too few cases" : "calibrated", outside, effective };
}

export function isOutside({ frequency, band }: Pick<ReliabilityPoint, "frequency" | "band">): boolean {
  return frequency < band.low || frequency > band.high;
}
