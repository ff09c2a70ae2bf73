import { Link } from "#components/ui/link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { EVALUATION_STATUS_LABELS } from "#lib/domain/evaluations.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { formatCount, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

export type Listed = Outputs["audit"]["list"]["events"][number];

/** Shown in the place of a content that was erased. */
export const ERASED = "(erased)";

export function AuditEventOutcome({ event, option }: Pick<Listed, "event" | "option">) {
  switch (event.kind) {
    case "candidate.answered":
    case "evaluation.answered":
    case "prediction.answered":
      return `${option ?? ERASED} ${formatPercent(event.probabilities[event.choice] ?? 0)}`;
    case "prediction.refused":
    case "prediction.failed":
    case "candidate.refused":
    case "candidate.failed":
    case "evaluation.refused":
    case "evaluation.failed":
      return (
        <>
          <Link href={routes.errorCode(event.code)}>{event.code}</Link>
          {"count" in event && ` × ${formatCount(event.count)}`}
        </>
      );
    case "prediction.abandoned":
    case "candidate.abandoned":
    case "evaluation.abandoned":
      return "No response: the server process ended";
    case "review.decided":
      return [
        event.decision === null ? ERASED : STATUS_LABELS[event.decision.status],
        ...(event.together === undefined ? [] : [`decided together, ${formatCount(event.together)} rows`]),
      ].join("; ");
    case "evaluation.decided":
      return event.decision === null ? ERASED : EVALUATION_STATUS_LABELS[event.decision.status];
    case "evaluation.ended":
      return EVALUATION_STATUS_LABELS[event.status];
    case "review.assigned":
      return event.reviewer_id === null ? "to any reviewer" : "to one reviewer";
    case "review.refused":
      return "the reviewer’s own work";
    case "review.revoked":
      return `${event.revoked} revoked`;
    case "outcome.recorded":
      return event.option !== null && option === null ? ERASED : nameOutcome(option);
    case "source.alias_changed":
      return event.source === undefined ? "removed" : visible(event.source ?? ERASED);
    case "member.added":
    case "member.role_changed":
    case "member.invited":
      return event.role;
    case "member.renamed":
      return visible(event.name ?? ERASED);
    case "token.issued":
      return `${visible(event.name ?? ERASED)}: ${event.scopes.join(", ")}`;
    case "erasure.requested":
    case "erasure.carried_out":
      return `rule ${event.rule}`;
    case "hold.set":
    case "hold.lifted":
      return visible(event.note ?? ERASED);
    case "retention.changed":
      return `submissions: ${event.submissions_days ?? "off"}, records: ${event.records_days ?? "off"}`;
    default:
      return null;
  }
}
