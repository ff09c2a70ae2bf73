import { canonicalJson } from "#lib/contract/canonical.ts";
import type { FORECASTING } from "#lib/domain/audit-events.ts";
import { REPLACED } from "#lib/domain/reviews.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { Fields, ReplayedTable } from "./read-rows.ts";

export interface RowChange {
  readonly table: ReplayedTable;
  readonly key: string;
  readonly fields: Fields;
}

function verdictKey(submissionId: string, reviewerId: string): string {
  return `${submissionId} by ${reviewerId}`;
}

type Change = Exclude<Event, { readonly kind: (typeof FORECASTING)[number] }>;

/** Returns the row changes of an event. */
export function replayEvent(event: Change): readonly RowChange[] {
  switch (event.kind) {
    case "submission.created": {
      const { submission_id: key, release, task_id, input_id, supersedes, origin, ordered, actor } = event;
      const fields = {
        ...{ release, task_id, input_id, ordered },
        options: canonicalJson(event.options),
        findings: canonicalJson(event.findings),
        author_id: event.author_id ?? actor.id,
        supersedes,
        origin,
        status: "submitted",
      };
      return [{ table: "submissions", key, fields }];
    }
    case "submission.withdrawn":
      return [{ table: "submissions", key: event.submission_id, fields: { status: "withdrawn" } }];
    case "review.decided":
      return replayDecision(event);
    case "review.revoked": {
      const table = event.revoked === "binding" ? "bindings" : "approvals";
      return [{ table, key: event.grant_id, fields: revokedBy(event.actor.id, event.reason) }];
    }
    case "outcome.recorded": {
      const { outcome_id: key, task_id, option, happened_at, source, note, actor } = event;
      const entry = { task_id, option, happened_at, source, note, recorded_by: actor.id };
      return [
        ...replaceOutcome(event.replaced),
        { table: "outcomes", key, fields: { ...entry, status: "recorded", confirmed_by: null } },
      ];
    }
    case "outcome.confirmed": {
      const fields = { status: "confirmed", confirmed_by: event.actor.id };
      const { outcome_id, through } = event;
      const scored = { outcome_id, through: String(through) };
      return [
        ...replaceOutcome(event.replaced),
        { table: "outcomes", key: outcome_id, fields },
        { table: "scored_questions", key: event.task_id, fields: scored },
      ];
    }
    case "question.noted": {
      const { task_id, text, actor } = event;
      return [{ table: "question_notes", key: event.note_id, fields: { task_id, text, author_id: actor.id } }];
    }
    case "tag.changed":
      return [{ table: "tags", key: `${event.subject_id} by ${event.tag}`, fields: { active: event.active } }];
    case "source.alias_changed":
      return [{ table: "source_aliases", key: event.alias, fields: { source: event.source } }];
    case "evaluation.uploaded": {
      const { evaluation_id: key, title, release, data_digest, cases_digest, selection, actor } = event;
      const fields = { title, release, data_digest, cases_digest, uploaded_by: actor.id, report_digest: null };
      const state =
        selection === undefined
          ? { selection: null, status: "in_review" }
          : { selection: canonicalJson(selection), status: "approved" };
      return [{ table: "evaluations", key, fields: { ...fields, ...state } }];
    }
    case "evaluation.decided": {
      const { evaluation_id: key, approved, note, status } = event;
      const verdict = { approved, note, checklist: canonicalJson(event.checklist) };
      return [
        { table: "evaluations", key, fields: { status } },
        { table: "evaluation_verdicts", key: verdictKey(key, event.actor.id), fields: verdict },
      ];
    }
    case "evaluation.started":
    case "evaluation.resumed":
      return [{ table: "evaluations", key: event.evaluation_id, fields: { status: "running" } }];
    case "evaluation.paused":
      return [{ table: "evaluations", key: event.evaluation_id, fields: { status: "paused" } }];
    case "evaluation.ended": {
      const { evaluation_id: key, status, report_digest } = event;
      return [{ table: "evaluations", key, fields: { status, report_digest } }];
    }
    case "credential.issued":
      return [
        { table: "credentials", key: event.credential_id, fields: { name: event.name, revoked: false } },
        addKey(event),
      ];
    case "credential.rotated":
      return [addKey(event)];
    case "credential.changed":
      return [{ table: "credentials", key: event.credential_id, fields: { name: event.name } }];
    case "credential.revoked":
      return [{ table: "credentials", key: event.credential_id, fields: { revoked: true } }];
    case "log.key_added": {
      const { database_id, key_id, public_key } = event;
      return [{ table: "log_keys", key: `${database_id} by ${key_id}`, fields: { public_key } }];
    }
    case "member.added": {
      const { member_id: key, role, person_sha256 } = event;
      return [{ table: "members", key, fields: { role, disabled: false, person_sha256 } }];
    }
    case "member.role_changed":
      return [{ table: "members", key: event.member_id, fields: { role: event.role } }];
    case "member.disabled":
      return [{ table: "members", key: event.member_id, fields: { disabled: true } }];
    case "member.enabled":
      return [{ table: "members", key: event.member_id, fields: { disabled: false } }];
    case "review.assigned":
    case "review.refused":
    case "credential.webhook_set":
    case "credential.webhook_removed":
    case "member.renamed":
    case "member.invited":
    case "member.invitation_revoked":
    case "member.reset_offered":
    case "member.reset_revoked":
    case "member.password_set":
    case "history.loss_accepted":
    case "history.archived":
      return [];
    default:
      // A malformed event, which the verification of the hash chain reports. A new kind needs a case.
      event satisfies never;
      return [];
  }
}

/** Records the creator of the key, who knows the key and therefore counts as an author of requests sent with it. */
function addKey(event: Extract<Event, { credential_id: string; key_id: string }>): RowChange {
  const { key_id: key, credential_id, actor } = event;
  return { table: "credential_keys", key, fields: { credential_id, created_by: actor.id } };
}

function replaceOutcome(id: string | null): readonly RowChange[] {
  return id === null ? [] : [{ table: "outcomes", key: id, fields: { status: "replaced" } }];
}

const ACTIVE = { revoked: false, revoked_by: null, revoked_reason: null };

function revokedBy(revoked_by: string, revoked_reason: string): Fields {
  return { revoked: true, revoked_by, revoked_reason };
}

function replayDecision(event: Extract<Event, { kind: "review.decided" }>): readonly RowChange[] {
  const { submission_id, release, task_id, input_id, binding, quality, checklist, note, status, granted } = event;
  const { expires_at = null, replaced } = event;
  const { binding_expires_at = null, approval_expires_at = null } = granted;
  const verdict = { binding, quality, checklist: canonicalJson(checklist), note, expires_at };
  const changes: RowChange[] = [
    { table: "submissions", key: submission_id, fields: { status } },
    { table: "verdicts", key: verdictKey(submission_id, event.actor.id), fields: verdict },
  ];
  const isReplaced = revokedBy(event.actor.id, REPLACED);
  if (replaced?.binding_id) changes.push({ table: "bindings", key: replaced.binding_id, fields: isReplaced });
  if (replaced?.approval_id) changes.push({ table: "approvals", key: replaced.approval_id, fields: isReplaced });
  if (granted.binding_id !== null) {
    const fields = { release, task_id, submission_id, expires_at: binding_expires_at, ...ACTIVE };
    changes.push({ table: "bindings", key: granted.binding_id, fields });
  }
  if (granted.approval_id !== null) {
    const fields = { task_id, input_id, submission_id, expires_at: approval_expires_at, ...ACTIVE };
    changes.push({ table: "approvals", key: granted.approval_id, fields });
  }
  return changes;
}
