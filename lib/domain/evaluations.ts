/** Evaluations: files of resolved questions that are approved as a whole and run in the background. */

export const EVALUATION_STATUSES = [
  "in_review",
  "rejected",
  "approved",
  "running",
  "paused",
  "finished",
  "stopped",
] as const;

export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];

export const EVALUATION_STATUS_LABELS: Readonly<Record<EvaluationStatus, string>> = {
  in_review: "in review",
  rejected: "rejected",
  approved: "approved",
  running: "running",
  paused: "paused",
  finished: "finished",
  stopped: "stopped",
};

/**
 * A member's actions on an evaluation, apart from deciding on it: the states they start from and the state they lead
 * to.
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

export const EVALUATION_ACTION_NAMES = Object.keys(EVALUATION_ACTIONS) as EvaluationAction[];

/** Whether the evaluation's cases may still be sent to the model, now or later. */
export function isOpen(status: EvaluationStatus): boolean {
  return EVALUATION_ACTIONS.stop.from.some((open) => open === status);
}

/** The reader's permissions on an evaluation. Computed on the server and sent with it. */
export interface EvaluationPermissions {
  /** The reason why the reader may not decide on it; null if they may. */
  readonly decide: string | null;
  readonly actions: readonly EvaluationAction[];
}

export const MAX_CASES = 10_000;
export const MAX_FILE_MIB = 64;

const MIN_SAMPLE = 10;

/**
 * Returns how many cases a reviewer must read before approving a file: the square root of their number, and at least
 * ten.
 */
export function sampleSize(cases: number): number {
  return Math.min(cases, Math.max(MIN_SAMPLE, Math.ceil(Math.sqrt(cases))));
}

/**
 * Returns the largest share of bad cases that is still plausible, with 95 % confidence, if none of the sample is bad:
 * the upper Clopper-Pearson limit for zero successes, 1 − 0.05^(1/n).
 */
export function shareLeftOpen(cases: number): number {
  const read = sampleSize(cases);
  return read === cases ? 0 : 1 - 0.05 ** (1 / read);
}
