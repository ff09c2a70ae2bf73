import type { EventKind } from "./audit-events.ts";

/** Events that notify a member: others' actions on the member's own work, and failures of the member's own runs. */
export const NOTICE_KINDS = [
  "review.assigned",
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
  "prediction.failed",
] as const satisfies readonly EventKind[];

/** Notifications that are also emailed. A member who runs a forecast sees its failure at once. */
export const MAILED_KINDS = NOTICE_KINDS.filter((kind) => kind !== "prediction.failed");
