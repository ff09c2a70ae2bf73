/** The kinds of audit events, by what they are about. */
export const EVENT_KINDS = {
  predictions: [
    "prediction.opened",
    "prediction.answered",
    "prediction.refused",
    "prediction.failed",
    "prediction.abandoned",
  ],
  reviews: ["submission.created", "submission.withdrawn", "review.decided", "review.refused", "review.revoked"],
  outcomes: ["outcome.recorded", "outcome.confirmed", "question.noted", "tag.changed"],
  credentials: ["credential.issued", "credential.rotated", "credential.revoked"],
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
  ],
  history: ["history.loss_accepted"],
} as const;

export type EventKind = (typeof EVENT_KINDS)[keyof typeof EVENT_KINDS][number];

export const ALL_EVENT_KINDS: readonly EventKind[] = Object.values(EVENT_KINDS).flat();

/** Predictions change nothing but the audit log. */
export const PREDICTIONS: readonly EventKind[] = EVENT_KINDS.predictions;

/** How a prediction ended. */
export const OUTCOMES = [
  "prediction.answered",
  "prediction.failed",
  "prediction.refused",
  "prediction.abandoned",
] as const satisfies readonly EventKind[];

/** What the list of audit events can be narrowed to. */
export const SHOWN_EVENTS = {
  attempts: { label: "Attempts", kinds: OUTCOMES },
  reviews: { label: "Submissions and reviews", kinds: EVENT_KINDS.reviews },
  outcomes: { label: "Outcomes, notes and tags", kinds: EVENT_KINDS.outcomes },
  credentials: { label: "API keys", kinds: EVENT_KINDS.credentials },
  members: { label: "Members", kinds: EVENT_KINDS.members },
  everything: { label: "Everything", kinds: undefined },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly kinds: readonly EventKind[] | undefined }>
>;

export type ShownEvents = keyof typeof SHOWN_EVENTS;
