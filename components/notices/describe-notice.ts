import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { capitalized } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

export type Notice = Outputs["notices"]["list"]["notices"][number];

export function describeNotice({ event, by: name, outcome }: Notice): { readonly text: string; readonly href: string } {
  if (event.kind === "outcome.due") {
    return { text: "The outcome of your question is due", href: routes.question(event.task_id) };
  }
  if (event.kind === "forecast.moved") {
    const text = `Newer information moved ${formatPercent(event.distance)} of the probability`;
    return { text, href: routes.forecast(event.request_id) };
  }
  if (event.kind === "limit.near") {
    const text = `${event.name} has used most of the daily limit for ${event.added}`;
    return { text, href: routes.members };
  }
  switch (event.kind) {
    case "review.assigned":
      return { text: `${name} assigned a submission to you`, href: routes.reviewOf(event.submission_id) };
    case "review.decided": {
      const { decision, submission_id: id } = event;
      const status = decision?.status ?? "submitted";
      const decided =
        status === "submitted" ? "Reviewed (another review is needed)" : capitalized(STATUS_LABELS[status]);
      return { text: `${decided} by ${name}`, href: routes.submission(id) };
    }
    case "review.revoked":
      return { text: `${name} revoked the ${event.revoked}`, href: routes.question(event.task_id) };
    case "outcome.recorded":
      return { text: `${name} recorded the outcome: ${outcome}`, href: routes.question(event.task_id) };
    case "outcome.confirmed":
      return { text: `${name} confirmed the outcome`, href: routes.question(event.task_id) };
    case "question.noted":
      return { text: `${name} added a note`, href: routes.question(event.task_id) };
    case "evaluation.ended": {
      const text = event.status === "finished" ? "Your evaluation finished" : `${name} cancelled your evaluation`;
      return { text, href: routes.evaluation(event.evaluation_id) };
    }
    case "prediction.failed":
      return { text: `Your run failed: ${event.code}`, href: routes.auditLog({ code: event.code }) };
  }
}
