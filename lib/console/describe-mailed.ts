import type { Status } from "#lib/contract/statuses.ts";
import { EVALUATION_STATUS_LABELS, type EvaluationStatus } from "#lib/domain/evaluations.ts";
import type { MAILED_KINDS } from "#lib/domain/notices.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { capitalized } from "#lib/format.ts";
import type { Described } from "./describe-waiting.ts";
import { routes } from "./routes.ts";

/** The part of an audit event that a notice may contain, also in an e-mail: no text written by a person. */
export interface MailedEvent {
  readonly kind: (typeof MAILED_KINDS)[number];
  readonly task_id?: string;
  readonly submission_id?: string;
  readonly evaluation_id?: string;
  readonly decision?: { readonly status: Status | EvaluationStatus } | null;
}

const LABELS = { ...EVALUATION_STATUS_LABELS, ...STATUS_LABELS };

export function describeMailed({
  kind,
  task_id = "",
  submission_id = "",
  evaluation_id = "",
  decision,
}: MailedEvent): Described {
  switch (kind) {
    case "review.assigned":
      return { text: "Assigned to you for review", path: routes.reviewOf(submission_id) };
    case "review.decided": {
      const status = decision?.status ?? "submitted";
      const text = status === "submitted" ? "Reviewed, with a further review needed," : capitalized(LABELS[status]);
      return { text, path: routes.submission(submission_id) };
    }
    case "evaluation.decided":
      return {
        text: `Your evaluation file: ${LABELS[decision?.status ?? "in_review"]}`,
        path: routes.evaluation(evaluation_id),
      };
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
