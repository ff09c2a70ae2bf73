import { namesOf } from "#lib/names-of.ts";

/** An evaluation is a file of resolved questions that is approved as a whole and forecast in the background. */

export const EVALUATION_STATUS_LABELS = {
  in_review: "in review",
  rejected: "rejected",
  approved: "approved",
  running: "running",
  paused: "paused",
  finished: "finished",
  stopped: "cancelled",
} as const;

export type EvaluationStatus = keyof typeof EVALUATION_STATUS_LABELS;

export const EVALUATION_STATUSES = namesOf(EVALUATION_STATUS_LABELS);

/**
 * A member's actions on an evaluation, except the review decision: the statuses in which each action is possible, and
 * the status that it leads to.
 */
export const EVALUATION_ACTIONS = {
  start: { from: ["approved"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  stop: { from: ["in_review", "approved", "running", "paused"], to: "stopped" },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly EvaluationStatus[]; readonly to: EvaluationStatus }>
>;

export type EvaluationAction = keyof typeof EVALUATION_ACTIONS;

export const EVALUATION_ACTION_NAMES = namesOf(EVALUATION_ACTIONS);

/** Whether the evaluation's cases may still be sent to the model, now or later. */
export function isOpen(status: EvaluationStatus): boolean {
  return EVALUATION_ACTIONS.stop.from.some((open) => open === status);
}

export const MAX_CASES = 10_000;
export const MAX_FILE_MIB = 64;

const MIN_SAMPLE = 10;

/**
 * Returns the number of cases that a reviewer must read before approving a file: the square root of the number of
 * cases, and at least ten.
 */
export function sampleSize(cases: number): number {
  return Math.min(cases, Math.max(MIN_SAMPLE, Math.ceil(Math.sqrt(cases))));
}

/**
 * Returns the upper 95 % confidence limit for the share of bad cases in a file whose sample has no bad case: the
 * Clopper-Pearson limit for zero successes, 1 − 0.05^(1/n).
 */
export function shareLeftOpen(cases: number): number {
  const read = sampleSize(cases);
  return read === cases ? 0 : 1 - 0.05 ** (1 / read);
}
