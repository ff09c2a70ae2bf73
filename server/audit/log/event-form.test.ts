import { describe, expect, it } from "vitest";
import { ALL_EVENT_KINDS, DECISIONS, type EventKind } from "#lib/domain/audit-events.ts";
import { CONTENTS } from "./contents.ts";
import type { EventContent } from "./event.ts";

/**
 * The form of a field: in the hashed part; a content, which can be erased; or a content that only some members
 * may read.
 */
type Form = "plain" | "content" | "hidden";

type FieldsIn<Content, Kind> = Content extends { readonly kind: infer Kinds }
  ? Kind extends Kinds
    ? Exclude<keyof Content, "kind">
    : never
  : never;

const SUBJECT = { request_id: "plain", release: "plain", task_id: "plain", input_id: "plain" } as const;
const CANDIDATE = { ...SUBJECT, prediction_id: "plain" } as const;
const CASE = { ...SUBJECT, evaluation_id: "plain", case_index: "plain" } as const;
const ANSWER = {
  ...({ model_version: "plain", timing: "plain", generated_at: "plain", training_cutoff: "plain" } as const),
  ...({ usage: "plain", probabilities: "plain", choice: "plain" } as const),
};
const SUBMISSION = { submission_id: "plain", task_id: "plain", input_id: "plain" } as const;
const CREDENTIAL = { credential_id: "plain" } as const;
const MEMBER = { member_id: "plain" } as const;
const TOKEN = { token_id: "plain", member_id: "plain" } as const;
const RESET = { invitation_id: "plain", member_id: "plain" } as const;
const INVITATION = { invitation_id: "plain", email: "content", role: "plain" } as const;
const EVALUATION = { evaluation_id: "plain" } as const;
const ERASURE = { erasure_id: "plain", thing: "plain", subject_id: "plain", rule: "plain" } as const;
const FAILED = { code: "plain", usage: "plain" } as const;
const DECIDED = { decision: "hidden", note: "hidden" } as const;

/** A new kind or field does not compile until it is listed here. */
const FORMS: { readonly [Kind in EventKind]: Readonly<Record<FieldsIn<EventContent, Kind>, Form>> } = {
  "prediction.opened": SUBJECT,
  "prediction.answered": { ...SUBJECT, ...ANSWER, order: "plain", trace: "plain" },
  "prediction.failed": {
    ...{ ...SUBJECT, ...FAILED, asked: "plain", cancelled: "plain", message: "content", issues: "content" },
    ...{ reason: "plain", retry_after: "plain", total_ms: "plain" },
  },
  "prediction.refused": {
    ...{ ...SUBJECT, code: "plain", codes: "plain", paths: "content", total_ms: "plain" },
    ...{ count: "plain", since: "plain" },
  },
  "prediction.abandoned": { ...SUBJECT, opened_at: "plain" },
  "candidate.opened": CANDIDATE,
  "candidate.answered": { ...CANDIDATE, ...ANSWER },
  "candidate.failed": { ...CANDIDATE, ...FAILED },
  "candidate.refused": { ...CANDIDATE, ...FAILED },
  "candidate.abandoned": { ...CANDIDATE, opened_at: "plain" },
  "submission.created": {
    ...{ ...SUBMISSION, author_id: "plain", supersedes: "plain", origin: "plain", release: "plain" },
    ...{ order: "plain", findings: "plain" },
  },
  "submission.withdrawn": SUBMISSION,
  "review.assigned": { ...SUBMISSION, reviewer_id: "plain" },
  "review.decided": {
    ...{ ...SUBMISSION, ...DECIDED, release: "plain", guideline_digest: "plain", author_unknown: "plain" },
    together: "plain",
  },
  "review.refused": { ...SUBMISSION, release: "plain", reason: "plain" },
  "review.revoked": {
    ...{
      revoked: "plain",
      grant_id: "plain",
      release: "plain",
      task_id: "plain",
      input_id: "plain",
      reason: "content",
    },
  },
  "guideline.set": { digest: "plain", text: "content" },
  "outcome.recorded": {
    ...{ outcome_id: "plain", task_id: "plain", option: "plain", happened_at: "plain", source: "content" },
    ...{ note: "content", corrects: "plain", replaced: "plain" },
  },
  "outcome.confirmed": { outcome_id: "plain", task_id: "plain", replaced: "plain", through: "plain" },
  "question.noted": { note_id: "plain", task_id: "plain", text: "content" },
  "question.ordered": { task_id: "plain", order: "plain" },
  "tag.changed": { task_id: "plain", tag: "content", active: "plain" },
  "source.alias_changed": { alias: "content", source: "content" },
  "evaluation.uploaded": {
    ...{ ...EVALUATION, title: "content", release: "plain", data_digest: "plain", cases_digest: "plain" },
    ...{ cases: "plain", selection: "content" },
  },
  "evaluation.decided": { ...EVALUATION, ...DECIDED, data_digest: "plain" },
  "evaluation.started": EVALUATION,
  "evaluation.paused": EVALUATION,
  "evaluation.resumed": EVALUATION,
  "evaluation.ended": { ...EVALUATION, status: "plain", report_digest: "plain" },
  "evaluation.opened": CASE,
  "evaluation.answered": { ...CASE, ...ANSWER, trace: "plain" },
  "evaluation.failed": { ...CASE, ...FAILED },
  "evaluation.refused": { ...CASE, ...FAILED },
  "evaluation.abandoned": { ...CASE, opened_at: "plain" },
  "credential.issued": {
    ...CREDENTIAL,
    name: "content",
    key_id: "plain",
    monthly_tokens: "plain",
    limited_to: "plain",
  },
  "credential.rotated": { ...CREDENTIAL, key_id: "plain" },
  "credential.changed": {
    ...{ ...CREDENTIAL, name: "content", rate_per_minute: "plain", monthly_tokens: "plain", expires_at: "plain" },
  },
  "credential.revoked": CREDENTIAL,
  "credential.taken_over": CREDENTIAL,
  "webhook.set": { ...CREDENTIAL, format: "plain", origin: "content" },
  "webhook.removed": CREDENTIAL,
  "member.added": { ...MEMBER, role: "plain", address: "content", invitation_id: "plain" },
  "member.role_changed": { ...MEMBER, role: "plain" },
  "member.renamed": { ...MEMBER, name: "content" },
  "member.disabled": MEMBER,
  "member.enabled": MEMBER,
  "member.invited": INVITATION,
  "member.invitation_revoked": INVITATION,
  "member.reset_offered": RESET,
  "member.reset_revoked": RESET,
  "member.password_set": MEMBER,
  "member.linked": { ...MEMBER, issuer: "plain", subject: "content", invitation_id: "plain" },
  "member.signed_out": { ...MEMBER, reason: "plain" },
  "member.session_offered": RESET,
  "member.session_opened": RESET,
  "token.issued": { ...TOKEN, name: "content", scopes: "plain", expires_at: "plain" },
  "token.revoked": TOKEN,
  "erasure.requested": ERASURE,
  "erasure.withdrawn": { erasure_id: "plain" },
  "erasure.carried_out": {
    ...{ ...ERASURE, requested_by: "plain", retention: "plain", withdrawn: "plain", tasks: "plain", inputs: "plain" },
    ...{ bindings: "plain", approvals: "plain", removed: "plain", evaluations: "plain", remaining: "plain" },
  },
  "hold.set": { hold_id: "plain", thing: "plain", subject_id: "plain", note: "content" },
  "hold.lifted": { hold_id: "plain", note: "content" },
  "retention.changed": { submissions_days: "plain", records_days: "plain" },
  "history.loss_accepted": { database_id: "plain", expected: "plain", found: "plain" },
  "history.archived": {
    ...{ first_seq: "plain", last_seq: "plain", last_hash: "plain", file: "plain", file_sha256: "plain" },
    ...{ removed: "plain", kept: "plain", kept_sha256: "plain", scores: "plain", scores_sha256: "plain" },
  },
  "log.key_added": {
    ...{ database_id: "plain", key_id: "plain", public_key: "plain", signed_by: "plain", signature: "plain" },
  },
};

const HIDDEN: readonly EventKind[] = DECISIONS;

describe("the form of events", () => {
  it.each(ALL_EVENT_KINDS)("%s has the listed contents", (kind) => {
    const fields: readonly (readonly [string, Form])[] = Object.entries(FORMS[kind]);
    const contents = fields.filter(([, form]) => form !== "plain");
    const listed: Partial<Record<EventKind, readonly string[]>> = CONTENTS;
    expect(contents.map(([field]) => field).sort()).toEqual([...(listed[kind] ?? [])].sort());
    for (const [, form] of contents) expect(form).toBe(HIDDEN.includes(kind) ? "hidden" : "content");
  });
});
