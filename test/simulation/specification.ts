import type { Role } from "#lib/domain/members.ts";
import type { Verdict } from "#lib/domain/reviews.ts";
import type { Status } from "#lib/domain/submissions.ts";
import { type Content, nameOf, textOf } from "./catalog.ts";
import type { LoggedEvent } from "./deployment.ts";

/** The state that users may rely on. The simulation compares it with the gateway after every command. */
export interface Specification {
  readonly members: readonly Member[];
  readonly credentials: Credential[];
  readonly submissions: Submission[];
  /** Questions with an active binding. */
  readonly bound: Set<number>;
  /** Names of contents with an active approval. */
  readonly approved: Set<string>;
  /** Every forecast in the log, by request id. */
  readonly forecasts: Map<string, Forecast>;
  /** Idempotency keys that are spent, by credential and key. */
  readonly held: Map<string, Held>;
  /** Openings without an outcome. */
  readonly unfinished: Set<string>;
  /** The latest entries for the outcome of a question. */
  readonly outcomes: Map<number, { recorded?: Entry; confirmed?: Entry & { readonly through: number } }>;
  /** Questions whose forecasts were archived after they had been scored. */
  readonly frozen: Set<number>;
}

export interface Member {
  readonly id: string;
  role: Role;
  disabled: boolean;
}

export interface Credential {
  readonly id: string;
  /** Members who have seen a key. */
  readonly owners: Set<string>;
  /** Keys whose text was returned; `until` is the end of the overlap after a rotation. */
  readonly keys: { readonly text: string; until: number }[];
  revoked: boolean;
}

export interface Submission {
  readonly id: string;
  readonly content: Content;
  readonly author: string;
  readonly origin: string;
  readonly supersedes: string | null;
  status: Status;
}

export interface Forecast {
  readonly requestId: string;
  readonly content: Content;
  readonly seq: number;
  readonly generatedAt: Date;
  readonly probabilities: Readonly<Record<string, number>>;
  readonly credential: string;
  /** The bytes of the 200; undefined if the caller never got it. */
  body: string | undefined;
  archived: boolean;
}

export interface Held {
  readonly content: Content;
  readonly expiresAt: number;
  readonly endsAt: number;
  /**
   * `answered` and `failed` are repeated. `unknown`: an inference may have run, and nothing was recorded. `unclear`: the
   * process ended before the inference, and the key may be spent.
   */
  readonly state:
    | { readonly kind: "answered"; readonly requestId: string }
    | { readonly kind: "failed"; readonly status: number; readonly code: string }
    | { readonly kind: "unknown" | "unclear" };
}

export interface Entry {
  readonly id: string;
  readonly option: string | null;
  readonly happenedAt: Date;
  readonly by: string;
}

export function emptySpecification(members: readonly Member[]): Specification {
  return {
    members,
    credentials: [],
    submissions: [],
    bound: new Set(),
    approved: new Set(),
    forecasts: new Map(),
    held: new Map(),
    unfinished: new Set(),
    outcomes: new Map(),
    frozen: new Set(),
  };
}

/** Whether a member wrote a question: by a submission, by a key, or by a version that was revised into it. */
export function wrote({ submissions, credentials }: Specification, memberId: string, question: number): boolean {
  const authors = new Set([memberId, ...credentials.filter(({ owners }) => owners.has(memberId)).map(({ id }) => id)]);
  const written = new Set(submissions.filter(({ author }) => authors.has(author)).map(({ id }) => id));
  for (let size = -1; size !== written.size; ) {
    size = written.size;
    for (const { id, supersedes } of submissions) if (supersedes !== null && written.has(supersedes)) written.add(id);
  }
  return submissions.some(({ id, content }) => content.question === question && written.has(id));
}

/** The open submission of a member with this content. */
export function openOf({ submissions }: Specification, author: string, content: Content): Submission | undefined {
  return submissions.find(
    (one) => one.status === "submitted" && one.author === author && nameOf(one.content) === nameOf(content),
  );
}

/** Whether a caller's refused request becomes a submission: unless a member or a caller has sent the same content. */
export function isSentForReview({ submissions }: Specification, content: Content): boolean {
  return !submissions.some(
    (one) => nameOf(one.content) === nameOf(content) && (one.status !== "withdrawn" || one.origin === "caller"),
  );
}

export function statusAfter(verdicts: readonly Verdict[]): Status {
  if (verdicts.includes("reject")) return "rejected";
  return verdicts.includes("changes") ? "changes_requested" : "approved";
}

/** The forecasts that the confirmed outcome of a question scores. */
export function scoredForecasts(specification: Specification, question: number): readonly Forecast[] {
  const confirmed = specification.outcomes.get(question)?.confirmed;
  if (confirmed === undefined || confirmed.option === null) return [];
  return [...specification.forecasts.values()].filter(
    ({ content, seq, generatedAt }) =>
      content.question === question && seq <= confirmed.through && generatedAt < confirmed.happenedAt,
  );
}

/** The Brier score over all options (0 to 2) and the log score in nats, with probabilities of at least 0.0001. */
export function scoresOf(
  { probabilities }: Forecast,
  outcome: string,
): { readonly brier: number; readonly log: number } {
  const squares = Object.entries(probabilities).map(([option, p]) => (p - (option === outcome ? 1 : 0)) ** 2);
  return {
    brier: squares.reduce((sum, square) => sum + square, 0),
    log: -Math.log(Math.max(probabilities[outcome] ?? 0, 0.0001)),
  };
}

const CONTENTS = new Map<string, number>();

function questionOf(taskId: string, count = 16): number {
  if (CONTENTS.size === 0) {
    for (let question = 0; question < count; question++) CONTENTS.set(textOf({ question, input: 0 }).taskId, question);
  }
  const question = CONTENTS.get(taskId);
  if (question === undefined) throw new Error(`no question of the simulation has the id ${taskId}`);
  return question;
}

export function contentOf({ task_id, input_id }: { readonly task_id: string; readonly input_id: string }): Content {
  const question = questionOf(task_id);
  for (let input = 0; ; input++) if (textOf({ question, input }).inputId === input_id) return { question, input };
}

/** Applies events to the state: each is a change that the gateway has acknowledged, or has made without being heard. */
export function applyEvents(specification: Specification, added: readonly LoggedEvent[]): void {
  for (const one of added) applyEvent(specification, one);
}

function applyEvent(specification: Specification, { seq, event }: LoggedEvent): void {
  const { members, credentials, submissions, bound, approved, forecasts, unfinished, outcomes, frozen } = specification;
  switch (event.kind) {
    case "prediction.opened":
      unfinished.add(event.request_id);
      break;
    case "prediction.answered":
      unfinished.delete(event.request_id);
      forecasts.set(event.request_id, {
        requestId: event.request_id,
        content: contentOf(event),
        seq,
        generatedAt: new Date(event.generated_at),
        probabilities: event.result.probabilities,
        credential: event.actor.id,
        body: undefined,
        archived: false,
      });
      break;
    case "prediction.failed":
    case "prediction.abandoned":
      unfinished.delete(event.request_id);
      break;
    case "submission.created":
      submissions.push({
        id: event.submission_id,
        content: contentOf(event),
        author: event.actor.id,
        origin: event.origin,
        supersedes: event.supersedes,
        status: "submitted",
      });
      break;
    case "submission.withdrawn":
      find(submissions, event.submission_id).status = "withdrawn";
      break;
    case "review.decided": {
      const content = contentOf(event);
      find(submissions, event.submission_id).status = statusAfter([event.binding, event.quality]);
      if (event.binding === "approve") bound.add(content.question);
      if (event.quality === "approve") approved.add(nameOf(content));
      break;
    }
    case "review.revoked":
      if (event.revoked === "binding") bound.delete(questionOf(event.task_id));
      else approved.delete(nameOf(contentOf({ task_id: event.task_id, input_id: event.input_id ?? "" })));
      break;
    case "outcome.recorded": {
      const question = questionOf(event.task_id);
      const { outcome_id: id, option, happened_at } = event;
      const recorded = { id, option, happenedAt: new Date(happened_at), by: event.actor.id };
      outcomes.set(question, { ...outcomes.get(question), recorded });
      break;
    }
    case "outcome.confirmed": {
      const question = questionOf(event.task_id);
      const recorded = outcomes.get(question)?.recorded;
      if (recorded === undefined) throw new Error("an outcome was confirmed that nobody has recorded");
      outcomes.set(question, { confirmed: { ...recorded, through: event.through ?? 0 } });
      break;
    }
    case "credential.issued":
      credentials.push({ id: event.credential_id, owners: new Set([event.actor.id]), keys: [], revoked: false });
      break;
    case "credential.rotated":
      find(credentials, event.credential_id).owners.add(event.actor.id);
      break;
    case "credential.revoked":
      find(credentials, event.credential_id).revoked = true;
      break;
    case "member.role_changed":
      find(members, event.member_id).role = event.role as Role;
      break;
    case "member.disabled":
      find(members, event.member_id).disabled = true;
      break;
    case "member.enabled":
      find(members, event.member_id).disabled = false;
      break;
    case "history.archived":
      for (const forecast of forecasts.values()) {
        const { question } = forecast.content;
        if (forecast.archived || forecast.seq > event.last_seq || outcomes.get(question)?.confirmed === undefined)
          continue;
        forecast.archived = true;
        frozen.add(question);
      }
      break;
    default:
  }
}

function find<T extends { readonly id: string }>(list: readonly T[], id: string): T {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the specification has no ${id}`);
  return found;
}
