import type { EventKind } from "./audit-events.ts";

/** Actions of others on a member's submissions and their questions. */
export const SUBMISSION_NOTICES = [
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
] as const satisfies readonly EventKind[];

/** Events that are emailed to a member: actions of others that concern the member. */
export const MAILED_KINDS = ["review.assigned", ...SUBMISSION_NOTICES] as const satisfies readonly EventKind[];

/**
 * Events that notify a member. The end of an evaluation and a failed run are not emailed, because the member started
 * them.
 */
export const NOTICE_KINDS = [
  ...MAILED_KINDS,
  "evaluation.ended",
  "prediction.failed",
] as const satisfies readonly EventKind[];

/**
 * Smallest change that a member is notified of, as total variation distance, when a question is forecast from an input
 * with a later information cutoff.
 */
export const MIN_MOVE = 0.1;
