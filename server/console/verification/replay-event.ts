import { canonicalJson } from "#lib/contract/canonical.ts";
import type { FORECASTING } from "#lib/domain/audit-events.ts";
import { REPLACED } from "#lib/domain/reviews.ts";
import type { Content } from "#server/audit/log/contents.ts";
import type { Event } from "#server/audit/log/event.ts";
import type { Fields, ReplayedTable } from "./read-rows.ts";

/** Values of a row. Undefined: unknown, because the content that determines it was erased. */
export type KnownFields = { readonly [Name in string]: Fields[string] | undefined };

export interface RowChange {
  readonly table: ReplayedTable;
  readonly key: string;
  /**
   * Undefined if the content that determines them was erased. Then nothing is known about the rows with this key, whose
   * key begins with it, or whose task it is; an empty key stands for all rows.
   */
  readonly fields: KnownFields | undefined;
}

function verdictKey(submissionId: string, reviewerId: string): string {
  return `${submissionId} by ${reviewerId}`;
}

export type Change = Exclude<Event, { readonly kind: (typeof FORECASTING)[number] }>;

/** Returns the row changes of an event. */
export function replayEvent(event: Change): readonly RowChange[] {
  switch (event.kind) {
    case "submission.created": {
      const { submission_id: key, release, task_id, input_id, supersedes, origin, actor } = event;
      const fields = {
        ...{ release, task_id, input_id },
        option_order: canonicalJson(event.order),
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
      const entry = { task_id, happened_at, recorded_by: actor.id, status: "recorded", confirmed_by: null };
      const option_index = option === null ? null : String(option);
      return [
        ...replaceOutcome(event.replaced),
        {
          table: "outcomes",
          key,
          fields: { ...entry, option_index, source: source ?? undefined, note: note ?? undefined },
        },
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
      return [
        {
          table: "question_notes",
          key: event.note_id,
          fields: { task_id, author_id: actor.id, text: text ?? undefined },
        },
      ];
    }
    case "question.ordered":
      return [{ table: "tasks", key: event.task_id, fields: { option_order: canonicalJson(event.order) } }];
    case "tag.changed": {
      const { task_id, tag, active } = event;
      return [
        tag === null
          ? { table: "tags", key: task_id, fields: undefined }
          : { table: "tags", key: `${task_id} by ${tag}`, fields: { active } },
      ];
    }
    case "source.alias_changed": {
      const { alias, source } = event;
      const fields = source === undefined ? { source: null } : { source: source ?? undefined };
      return [{ table: "source_aliases", key: alias ?? "", fields: alias === null ? undefined : fields }];
    }
    case "evaluation.uploaded": {
      const { evaluation_id: key, title, release, data_digest, cases_digest, selection, actor } = event;
      const fields = { release, data_digest, cases_digest, uploaded_by: actor.id, report_digest: null };
      const state =
        selection === undefined
          ? { selection: null, status: "in_review" }
          : { selection: (selection && canonicalJson(selection)) ?? undefined, status: "approved" };
      return [{ table: "evaluations", key, fields: { ...fields, ...state, title: title ?? undefined } }];
    }
    case "evaluation.decided": {
      const { evaluation_id: key, decision, note, actor } = event;
      const verdict = decision && { approved: decision.approved, checklist: canonicalJson(decision.checklist) };
      return [
        { table: "evaluations", key, fields: decision === null ? undefined : { status: decision.status } },
        {
          table: "evaluation_verdicts",
          key: verdictKey(key, actor.id),
          fields: { ...verdict, note: note ?? undefined },
        },
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
        {
          table: "credentials",
          key: event.credential_id,
          fields: {
            name: event.name ?? undefined,
            limited_to: event.limited_to ?? null,
            revoked: false,
            owner_id: event.actor.id,
          },
        },
        addKey(event),
      ];
    case "credential.rotated":
      return [addKey(event)];
    case "credential.changed":
      return [{ table: "credentials", key: event.credential_id, fields: { name: event.name ?? undefined } }];
    case "credential.revoked":
      return [{ table: "credentials", key: event.credential_id, fields: { revoked: true } }];
    case "credential.taken_over":
      return [{ table: "credentials", key: event.credential_id, fields: { owner_id: event.actor.id } }];
    case "log.key_added": {
      const { database_id, key_id, public_key } = event;
      return [{ table: "log_keys", key: `${database_id} by ${key_id}`, fields: { public_key } }];
    }
    case "member.added": {
      const { member_id: key, role, address: person_address } = event;
      return [
        { table: "members", key, fields: { role, disabled: false, person_address: person_address ?? undefined } },
      ];
    }
    case "member.role_changed":
      return [{ table: "members", key: event.member_id, fields: { role: event.role } }];
    case "member.disabled":
      return [{ table: "members", key: event.member_id, fields: { disabled: true } }];
    case "member.enabled":
      return [{ table: "members", key: event.member_id, fields: { disabled: false } }];
    case "token.issued": {
      const { token_id: key, member_id, expires_at } = event;
      const fields = { member_id, scopes: canonicalJson(event.scopes), expires_at, revoked: false };
      return [{ table: "personal_tokens", key, fields }];
    }
    case "token.revoked":
      return [{ table: "personal_tokens", key: event.token_id, fields: { revoked: true } }];
    case "erasure.carried_out": {
      const { actor, bindings, approvals, withdrawn, evaluations, thing, subject_id } = event;
      const rows = (table: ReplayedTable, keys: readonly string[], fields: KnownFields) =>
        keys.map((key) => ({ table, key, fields }));
      return [
        ...rows("submissions", withdrawn, { status: "withdrawn" }),
        ...rows("bindings", bindings, revokedBy(actor.id, null)),
        ...rows("approvals", approvals, revokedBy(actor.id, null)),
        ...rows("members", thing === "member" ? [subject_id] : [], { person_address: `erased ${subject_id}` }),
        ...evaluations.flatMap(({ evaluation_id: id, cases_digest }) =>
          rows("evaluations", [id], { cases_digest, report_digest: null }),
        ),
      ];
    }
    case "hold.set": {
      const { hold_id: key, thing, subject_id, note, actor } = event;
      const fields = { thing, subject_id, note: note ?? undefined, set_by: actor.id, lifted: false };
      return [{ table: "holds", key, fields }];
    }
    case "hold.lifted":
      return [{ table: "holds", key: event.hold_id, fields: { lifted: true } }];
    case "retention.changed":
    case "erasure.requested":
    case "erasure.withdrawn":
    case "review.assigned":
    case "review.refused":
    case "guideline.set":
    case "webhook.set":
    case "webhook.removed":
    case "member.renamed":
    case "member.invited":
    case "member.invitation_revoked":
    case "member.reset_offered":
    case "member.reset_revoked":
    case "member.password_set":
    case "member.linked":
    case "member.signed_out":
    case "member.session_offered":
    case "member.session_opened":
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

function revokedBy(revoked_by: string, reason: Content): KnownFields {
  return { revoked: true, revoked_by, revoked_reason: reason ?? undefined };
}

function replayDecision(event: Extract<Event, { kind: "review.decided" }>): readonly RowChange[] {
  const { submission_id, release, task_id, input_id, decision, note, actor } = event;
  const verdict = { table: "verdicts", key: verdictKey(submission_id, actor.id) } as const;
  if (decision === null) {
    return [
      { ...verdict, fields: { note: note ?? undefined } },
      { table: "submissions", key: submission_id, fields: undefined },
      { table: "bindings", key: task_id, fields: undefined },
      { table: "approvals", key: task_id, fields: undefined },
    ];
  }
  const { binding, quality, checklist, status, granted, expires_at = null, replaced } = decision;
  const { binding_expires_at = null, approval_expires_at = null } = granted;
  const judged = { binding, quality, checklist: canonicalJson(checklist), expires_at, note: note ?? undefined };
  const changes: RowChange[] = [
    { table: "submissions", key: submission_id, fields: { status } },
    { ...verdict, fields: judged },
  ];
  const isReplaced = revokedBy(actor.id, REPLACED);
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
