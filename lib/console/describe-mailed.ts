import type { Status } from "#lib/contract/statuses.ts";
import type { MAILED_KINDS } from "#lib/domain/notices.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { capitalized } from "#lib/format.ts";
import { routes } from "./routes.ts";

/** The part of an audit event that an email may contain: no text written by a person. */
export interface MailedEvent {
  readonly kind: (typeof MAILED_KINDS)[number];
  readonly task_id?: string;
  readonly submission_id?: string;
  readonly decision?: { readonly status: Status } | null;
}

export function describeMailed({ kind, task_id = "", submission_id = "", decision }: MailedEvent): {
  readonly text: string;
  readonly path: string;
} {
  switch (kind) {
    case "review.assigned":
      return { text: "Assigned to you for review", path: routes.reviewOf(submission_id) };
    case "review.decided": {
      const status = decision?.status ?? "submitted";
      const text = status === "submitted" ? "Reviewed" : capitalized(STATUS_LABELS[status]);
      return { text, path: routes.submission(submission_id) };
    }
    case "review.revoked":
      return { text: "Approval revoked", path: routes.question(task_id) };
    case "outcome.recorded":
      return { text: "Outcome recorded", path: routes.question(task_id) };
    case "outcome.confirmed":
      return { text: "Outcome confirmed", path: routes.question(task_id) };
    case "question.noted":
      return { text: "Note added", path: routes.question(task_id) };
  }
}
