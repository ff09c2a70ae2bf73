import { Digest } from "#components/ui/digest.tsx";
import { Link } from "#components/ui/link.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { ERASED, type Listed } from "./audit-event-outcome.tsx";

/** A link to the forecast, submission or question that the event concerns, or its name. */
export function AuditEventSubject({ event, credential, question }: Pick<Listed, "event" | "credential" | "question">) {
  if (question !== null && "task_id" in event) return <QuestionLink href={hrefOf(event)} question={question} />;
  if ("count" in event) {
    return (
      <>
        since <TimeText exact at={event.since} zone={false} />
      </>
    );
  }
  if ("evaluation_id" in event) {
    return (
      <Link href={routes.evaluation(event.evaluation_id)}>
        {"case_index" in event ? `evaluation, case ${event.case_index + 1}` : "evaluation"}
      </Link>
    );
  }
  if ("submission_id" in event) {
    return <Link href={routes.submission(event.submission_id)}>submission</Link>;
  }
  if ("request_id" in event) return <code title={event.request_id}>{event.request_id.slice(-12)}</code>;
  if ("task_id" in event) {
    return (
      <Link href={routes.question(event.task_id)}>
        <Digest value={event.task_id} />
      </Link>
    );
  }
  if ("credential_id" in event) return credential;
  if ("database_id" in event) return <code title={event.database_id}>{event.database_id.slice(-12)}</code>;
  if ("digest" in event) return <Digest value={event.digest} />;
  if ("file" in event) return visible(event.file);
  if ("alias" in event) return visible(event.alias ?? ERASED);
  if ("email" in event) return event.email === "" ? "anyone with the link" : (event.email ?? ERASED);
  if ("member_id" in event) return <code title={event.member_id}>{event.member_id.slice(-12)}</code>;
  return "the organisation";
}

function hrefOf(event: Extract<Listed["event"], { readonly task_id?: string }>): string {
  if (event.kind === "prediction.answered") return routes.forecast(event.request_id);
  if ("prediction_id" in event) return routes.forecast(event.prediction_id);
  if ("evaluation_id" in event) return routes.evaluation(event.evaluation_id);
  return "submission_id" in event ? routes.submission(event.submission_id) : routes.question(event.task_id ?? "");
}
