import type { ReliabilityPoint } from "./reliability.ts";

/** With fewer questions, the bands are so wide that hardly any forecaster lies outside. */
export const MIN_TO_JUDGE = 30;

export interface Calibration<P> {
  readonly verdict: "calibrated" | "miscalibrated" | "too few questions";
  /** The bins whose observed frequency lies outside the band. */
  readonly outside: readonly P[];
  readonly questions: number;
}

/**
 * Judges calibration from the bins of a reliability diagram. One bin outside its band is enough to reject calibration,
 * however few the questions, because the bands hold for all bins together. Without one, a verdict needs at least
 * MIN_TO_JUDGE questions.
 */
export function judgeCalibration<P extends Pick<ReliabilityPoint, "weight" | "frequency" | "band">>(
  points: readonly P[],
): Calibration<P> {
  const outside = points.filter(isOutside);
  // One option of each question happens, so the weights of the options that happened add up to the number of questions.
  const questions = Math.round(points.reduce((sum, { weight, frequency }) => sum + weight * frequency, 0));
  if (outside.length > 0) return { verdict: "miscalibrated", outside, questions };
  return { verdict: questions < MIN_TO_JUDGE ? "too few questions" : "calibrated", outside, questions };
}

export function isOutside({ frequency, band }: Pick<ReliabilityPoint, "frequency" | "band">): boolean {
  return frequency < band.low || frequency > band.high;
}
