import type { Status } from "#lib/contract/statuses.ts";
import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import type { Role } from "#lib/domain/members.ts";
import type { Verdict } from "#lib/domain/reviews.ts";
import { type Content, nameOf, resolvesAt } from "./catalog.ts";

/** The state that users may rely on. The simulation compares it with the gateway after every command. */
export interface Specification {
  readonly members: readonly Member[];
  readonly credentials: Credential[];
  readonly submissions: Submission[];
  /** Bindings that are not revoked, by question. */
  readonly bound: Map<number, Grant>;
  /** Approvals that are not revoked, by the name of the content. */
  readonly approved: Map<string, Grant>;
  /** Every forecast in the log, by request id. */
  readonly forecasts: Map<string, Forecast>;
  /** Every answer of the candidate in the log, by its own request id. */
  readonly candidates: Map<string, CandidateAnswer>;
  /** Idempotency keys that are spent, by credential and key. */
  readonly held: Map<string, Held>;
  /** Openings without an outcome. */
  readonly unfinished: Set<string>;
  /** Request ids recorded as abandoned. readEvents() applies these events before the openings of the same time. */
  readonly abandoned: Set<string>;
  /** The latest entries for the outcome of a question. */
  readonly outcomes: Map<number, { recorded?: Entry; confirmed?: Entry & { readonly through: number } }>;
  /** Questions whose forecasts were archived after they had been scored. */
  readonly frozen: Set<number>;
  readonly evaluations: Evaluation[];
  /** Erasures that wait for a second administrator, with the member who requested each. */
  readonly erasures: Map<string, string>;
  /** Erased submissions. Those that share their task and input with a kept one are erased as well. */
  readonly erasedSubmissions: Set<string>;
  /** Questions and contents that callers cannot send, because their task or input was erased and nobody restored it. */
  readonly erasedQuestions: Set<number>;
  readonly erasedContents: Set<string>;
  /** The names of the archives that the log records, in order. */
  readonly archives: string[];
}

/** A binding or an approval. */
export interface Grant {
  readonly submission: string;
  /** Milliseconds since 1970; Infinity if it does not expire. */
  readonly end: number;
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

export interface Evaluation {
  readonly id: string;
  /** The member who uploaded the file. */
  readonly by: string;
  readonly cases: number;
  /** The indexes of the cases that have their answer or final error. */
  readonly closed: Set<number>;
  status: EvaluationStatus;
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

export interface CandidateAnswer extends Omit<Forecast, "credential" | "body" | "archived"> {
  readonly predictionId: string;
}

export interface Held {
  /** The content of the request that holds the key; several if a fault left it open which request does. */
  readonly contents: readonly Content[];
  readonly expiresAt: number;
  /** A fault left it open whether the key is spent. */
  readonly mayBeFree: boolean;
  /**
   * `answered` and `failed` are repeated. `unknown`: an inference may have run, and nothing was recorded. `owed`: free,
   * unless the process crashes before it has released the key.
   */
  readonly state:
    | { readonly kind: "answered"; readonly requestId: string }
    | { readonly kind: "failed"; readonly status: number; readonly code: string }
    | { readonly kind: "unknown" | "owed" };
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
    bound: new Map(),
    approved: new Map(),
    forecasts: new Map(),
    candidates: new Map(),
    held: new Map(),
    unfinished: new Set(),
    abandoned: new Set(),
    outcomes: new Map(),
    frozen: new Set(),
    evaluations: [],
    erasures: new Map(),
    erasedSubmissions: new Set(),
    erasedQuestions: new Set(),
    erasedContents: new Set(),
    archives: [],
  };
}

export function isBound({ bound }: Specification, { question }: Content, now: number): boolean {
  return (bound.get(question)?.end ?? 0) > now;
}

export function isApproved({ approved }: Specification, content: Content, now: number): boolean {
  return (approved.get(nameOf(content))?.end ?? 0) > now;
}

/** Whether only a member can store the content again. */
export function isErased({ erasedQuestions, erasedContents }: Specification, content: Content): boolean {
  return erasedQuestions.has(content.question) || erasedContents.has(nameOf(content));
}

/** A later review replaces a binding or an approval only if it expires later. */
export function grant<Key>(granted: Map<Key, Grant>, key: Key, later: Grant): void {
  const existing = granted.get(key);
  if (existing === undefined || existing.end < later.end) granted.set(key, later);
}

/** Expiries are drawn so that the gateway renews approvals this long before. */
const RENEWED_BEFORE_MS = 7 * 86_400_000;

/** The approved submissions whose content the background jobs must send for review again. */
export function submissionsToRenew({ submissions, bound, approved }: Specification, now: number): string[] {
  return [...bound.values(), ...approved.values()].flatMap(({ submission, end }) => {
    const granting = submissions.find(({ id }) => id === submission);
    if (granting === undefined || end - RENEWED_BEFORE_MS > now) return [];
    const { content, status } = granting;
    const isWhole = status === "approved" && bound.has(content.question) && approved.has(nameOf(content));
    const isFollowed = submissions.some(
      (later) =>
        nameOf(later.content) === nameOf(content) && (later.status === "submitted" || later.supersedes === submission),
    );
    const isResolved = resolvesAt(content.question).getTime() <= Math.max(end, now);
    return !isWhole || isFollowed || isResolved ? [] : [submission];
  });
}

/** Whether a caller's request sends an approved submission for review again, because the approval has expired. */
export function isExpired({ submissions, bound, approved }: Specification, id: string | null, now: number): boolean {
  const granting = submissions.find((one) => one.id === id);
  if (granting?.status !== "approved") return false;
  const grants = [bound.get(granting.content.question), approved.get(nameOf(granting.content))];
  return !grants.includes(undefined) && grants.some((one) => one !== undefined && one.end <= now);
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

/** The forecasts, or the candidate's answers, that the confirmed outcome of a question scores. */
export function scoredForecasts<T extends Forecast | CandidateAnswer>(
  specification: Specification,
  all: ReadonlyMap<string, T>,
  question: number,
): readonly T[] {
  const confirmed = specification.outcomes.get(question)?.confirmed;
  if (confirmed === undefined || confirmed.option === null) return [];
  return [...all.values()].filter(
    ({ content, seq, generatedAt }) =>
      content.question === question && seq <= confirmed.through && generatedAt < confirmed.happenedAt,
  );
}

/** The Brier score over all options (0 to 2) and the log score in nats, with probabilities of at least 0.0005. */
export function scoresOf(
  { probabilities }: Pick<Forecast, "probabilities">,
  outcome: string,
): { readonly brier: number; readonly log: number } {
  const squares = Object.entries(probabilities).map(([option, p]) => (p - (option === outcome ? 1 : 0)) ** 2);
  return {
    brier: squares.reduce((sum, square) => sum + square, 0),
    log: -Math.log(Math.max(probabilities[outcome] ?? 0, 0.0005)),
  };
}
