import type { EventKind } from "./audit-events.ts";
import type { FoundKind } from "./waiting.ts";

/** Actions of others on a member's submissions and their questions. */
export const SUBMISSION_NOTICES = [
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
] as const satisfies readonly EventKind[];

/** Events that begin a state in which somebody waits. Its recipients are found at once, not only with the next check. */
export const BEGINS: { readonly [Kind in EventKind]?: FoundKind } = {
  "submission.created": "submission.waiting",
  "evaluation.uploaded": "evaluation.waiting",
  "outcome.recorded": "outcome.unconfirmed",
  "erasure.requested": "erasure.due",
};

export const OWN_FILE_NOTICES = ["evaluation.decided", "evaluation.ended"] as const satisfies readonly EventKind[];

/** Events that are emailed to a member: actions of others that concern the member. */
export const MAILED_KINDS = [
  "review.assigned",
  "evaluation.decided",
  ...SUBMISSION_NOTICES,
] as const satisfies readonly EventKind[];

/**
 * Events that notify a member. The end of an evaluation and a failed run are not emailed, because the member started
 * them.
 */
export const NOTICE_KINDS = [
  ...MAILED_KINDS,
  "evaluation.ended",
  "prediction.failed",
] as const satisfies readonly EventKind[];
