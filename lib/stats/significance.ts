import type { Interval } from "./bootstrap.ts";

/** With fewer questions, a bootstrap interval is too narrow to be reliable. */
export const MIN_QUESTIONS = 100;

/** Whether a difference is significant: there are at least 100 questions, and its 95 % interval does not contain 0. */
export function isSignificant(questions: number, interval: Interval | null | undefined): boolean {
  if (questions < MIN_QUESTIONS || interval === null || interval === undefined) return false;
  return interval.high < 0 || interval.low > 0;
}
