import type { EventKind } from "./audit-events.ts";

/** The events that a member is told of: of others on what is theirs, and the failures of their own runs. */
export const NOTICE_KINDS = [
  "review.decided",
  "review.revoked",
  "outcome.recorded",
  "outcome.confirmed",
  "question.noted",
  "prediction.failed",
] as const satisfies readonly EventKind[];
