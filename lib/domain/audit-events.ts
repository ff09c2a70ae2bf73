/** Returns the kinds of events that end an inference, ordered by precedence if an inference has several. */
const outcomesOf = <Subject extends string>(subject: Subject) =>
  [`${subject}.answered`, `${subject}.failed`, `${subject}.refused`, `${subject}.abandoned`] as const;

export const OUTCOMES = outcomesOf("prediction");

export const CANDIDATE_OUTCOMES = outcomesOf("candidate");

export const EVALUATION_OUTCOMES = outcomesOf("evaluation");

export const EVENT_KINDS = {
  predictions: ["prediction.opened", ...OUTCOMES],
  /** Answers of the candidate model. Each accompanies a prediction and is never sent to a caller. */
  candidates: ["candidate.opened", ...CANDIDATE_OUTCOMES],
  reviews: [
    "submission.created",
    "submission.withdrawn",
    "review.assigned",
    "review.decided",
    "review.refused",
    "review.revoked",
    "guideline.set",
  ],
  outcomes: [
    "outcome.recorded",
    "outcome.confirmed",
    "question.noted",
    "question.ordered",
    "tag.changed",
    "source.alias_changed",
  ],
  evaluations: [
    "evaluation.uploaded",
    "evaluation.decided",
    "evaluation.started",
    "evaluation.paused",
    "evaluation.resumed",
    "evaluation.ended",
  ],
  /** Forecasts of evaluations: they have no caller and do not count towards the track record. */
  evaluated: ["evaluation.opened", ...EVALUATION_OUTCOMES],
  credentials: [
    "credential.issued",
    "credential.rotated",
    "credential.changed",
    "credential.revoked",
    "credential.taken_over",
    "webhook.set",
    "webhook.removed",
  ],
  members: [
    "member.added",
    "member.role_changed",
    "member.renamed",
    "member.disabled",
    "member.enabled",
    "member.invited",
    "member.invitation_revoked",
    "member.reset_offered",
    "member.reset_revoked",
    "member.password_set",
    "member.linked",
    "member.signed_out",
    "member.session_offered",
    "member.session_opened",
    "token.issued",
    "token.revoked",
  ],
  erasures: ["erasure.requested", "erasure.withdrawn", "erasure.carried_out"],
  retention: ["hold.set", "hold.lifted", "retention.changed"],
  history: ["history.loss_accepted", "history.archived", "log.key_added"],
} as const;

export type EventKind = (typeof EVENT_KINDS)[keyof typeof EVENT_KINDS][number];

export const ALL_EVENT_KINDS: readonly EventKind[] = Object.values(EVENT_KINDS).flat();

/**
 * The only events that an archive removes. Events of evaluations stay, because evaluations are compared with each
 * other.
 */
export const ARCHIVED = [...EVENT_KINDS.predictions, ...EVENT_KINDS.candidates] as const;

/** Events of forecasts. They do not change any table that is verified against the audit log. */
export const FORECASTING = [...ARCHIVED, ...EVENT_KINDS.evaluated] as const;

export const DECISIONS = ["review.decided", "evaluation.decided"] as const satisfies readonly EventKind[];

export const OPENINGS = [
  "prediction.opened",
  "candidate.opened",
  "evaluation.opened",
] as const satisfies readonly EventKind[];

/** Answers that are scored when the outcome of their question is confirmed. */
export const SCORED = ["prediction.answered", "candidate.answered"] as const satisfies readonly EventKind[];

/** Events after which the track record has other figures. */
export const CHANGES_OF_SCORES = [
  "outcome.confirmed",
  "question.ordered",
  "tag.changed",
  "source.alias_changed",
  "erasure.carried_out",
] as const satisfies readonly EventKind[];

export const SHOWN_EVENTS = {
  attempts: { label: "Prediction attempts", kinds: OUTCOMES },
  candidates: { label: "Candidate answers", kinds: CANDIDATE_OUTCOMES },
  reviews: { label: "Submissions and reviews", kinds: EVENT_KINDS.reviews },
  outcomes: { label: "Outcomes, notes, tags, option orders and sources", kinds: EVENT_KINDS.outcomes },
  evaluations: { label: "Evaluations", kinds: EVENT_KINDS.evaluations },
  evaluated: { label: "Forecasts of evaluations", kinds: EVALUATION_OUTCOMES },
  credentials: { label: "API keys and webhooks", kinds: EVENT_KINDS.credentials },
  members: { label: "Members", kinds: EVENT_KINDS.members },
  erasures: { label: "Erasures, holds and retention", kinds: [...EVENT_KINDS.erasures, ...EVENT_KINDS.retention] },
  everything: { label: "Everything", kinds: undefined },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly kinds: readonly EventKind[] | undefined }>
>;
