import { routes } from "#lib/console/routes.ts";
import type { EventKind } from "./audit-events.ts";
import type { Status } from "./submissions.ts";

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

/** What an e-mail says of an audit event: fixed words and a page, and nothing that anybody wrote. */
export interface MailedEvent {
  readonly kind: (typeof NOTICE_KINDS)[number];
  readonly task_id?: string;
  readonly submission_id?: string;
  readonly status?: Status;
}

const DECIDED: Readonly<Partial<Record<Status, string>>> = {
  approved: "Approved",
  changes_requested: "Changes requested",
  rejected: "Rejected",
};

export function describeMailed({ kind, task_id = "", submission_id = "", status = "submitted" }: MailedEvent): {
  readonly text: string;
  readonly path: string;
} {
  switch (kind) {
    case "review.assigned":
      return { text: "Assigned to you for review", path: routes.reviewOf(submission_id) };
    case "review.decided":
      return { text: DECIDED[status] ?? "Reviewed", path: routes.submission(submission_id) };
    case "review.revoked":
      return { text: "Approval revoked", path: routes.question(task_id) };
    case "outcome.recorded":
      return { text: "Outcome recorded", path: routes.question(task_id) };
    case "outcome.confirmed":
      return { text: "Outcome confirmed", path: routes.question(task_id) };
    case "question.noted":
      return { text: "Note added", path: routes.question(task_id) };
    case "prediction.failed":
      return { text: "Run failed", path: routes.question(task_id) };
  }
}
