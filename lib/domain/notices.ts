import type { EventKind } from "./audit-events.ts";

/** Events that notify a member: actions of others that concern the member, and failures of the member's own runs. */
export const NOTICE_KINDS = [
  "review.assigned",
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
  "prediction.failed",
] as const satisfies readonly EventKind[];

/** Notifications that are also emailed. A failed run is not, because the member who started it sees the failure. */
export const MAILED_KINDS = NOTICE_KINDS.filter((kind) => kind !== "prediction.failed");
