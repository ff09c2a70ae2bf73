import type { EventKind } from "./audit-events.ts";

/** The events that a member is told of: of others on what is theirs, and the failures of their own runs. */
export const NOTICE_KINDS = [
  "review.assigned",
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
  "prediction.failed",
] as const satisfies readonly EventKind[];

/** Members get an e-mail of these, too. Of a run of their own they see at once that it failed. */
export const MAILED_KINDS = NOTICE_KINDS.filter((kind) => kind !== "prediction.failed");
