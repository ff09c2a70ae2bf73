import type { OPENINGS } from "#lib/console/audit-events.ts";
import type { EvaluationStatus } from "#lib/console/evaluations.ts";
import type { Role } from "#lib/console/members.ts";
import type { Checklist, Grant, Verdict } from "#lib/console/reviews.ts";
import type { Origin, Status } from "#lib/console/submissions.ts";
import type { Tagged } from "#lib/console/tags.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Json } from "#lib/contract/json.ts";
import type { PredictionResult, Timing } from "#lib/contract/response.ts";
import type { ModelTiming } from "#server/infra/models/model.ts";

/** Who caused an event: a caller's credential, a console member, or the gateway itself. */
export interface Actor {
  readonly type: "credential" | "member" | "system";
  readonly id: string;
  readonly name: string;
  /** For a console member: the id of the session, which is not its token. */
  readonly session_id?: string;
}

interface ActingMember {
  readonly id: string;
  readonly name: string;
  readonly sessionId?: string | undefined;
}

export function memberActor({ id, name, sessionId }: ActingMember): Actor {
  return { type: "member", id, name, ...(sessionId === undefined ? {} : { session_id: sessionId }) };
}

/** An audit event. Times are ISO 8601 in UTC with milliseconds; content is named by its digest. */
export type Event = { readonly at: string; readonly actor: Actor } & EventContent;

export type EventContent =
  | ({ readonly kind: "prediction.opened" } & Subject)
  | ({
      readonly kind: "prediction.answered";
      readonly model_version: string;
      /** The option ids in the caller's order, which canonical JSON does not preserve. Missing in early events. */
      readonly options?: readonly string[];
      readonly result: PredictionResult;
      readonly timing: Timing;
      readonly generated_at: string;
      readonly trace: Json;
    } & Subject)
  | ({
      readonly kind: "prediction.failed";
      readonly code: ErrorCode;
      /** Whether the model had been called. */
      readonly asked: boolean;
      readonly cancelled: boolean;
      /** From arrival to the refusal. Missing in early events. */
      readonly total_ms?: number;
    } & Subject)
  | ({
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      /** The first violations: code and path, never the caller's text. */
      readonly issues: readonly { readonly code: ErrorCode; readonly path: string }[];
      /** From arrival to the refusal. Missing in early events. */
      readonly total_ms?: number;
    } & Partial<Subject> & { readonly request_id: string })
  /** The process ended before it could answer: recorded later, by another. */
  | ({ readonly kind: "prediction.abandoned"; readonly opened_at: string } & Subject)
  /** Refusals that are counted instead of recorded one by one: over the rate limit, or repeated many times. */
  | {
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      readonly count: number;
      /** Time of the first counted refusal. */
      readonly since: string;
      readonly issues: readonly [];
    }
  | {
      readonly kind: "submission.created";
      readonly submission_id: string;
      readonly supersedes: string | null;
      readonly origin: Origin;
      /** The options were declared to have an order. */
      readonly ordered: boolean;
      /** Of the variant of an experiment. */
      readonly experiment?: Experiment;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
    }
  | {
      readonly kind: "submission.withdrawn";
      readonly submission_id: string;
      readonly task_id: string;
      readonly input_id: string;
    }
  | {
      readonly kind: "review.decided";
      readonly submission_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
      readonly binding: Verdict;
      readonly quality: Verdict;
      readonly checklist: Checklist;
      readonly note: string;
      readonly status: Status;
      /** The rows that this decision created; null if it created none or an active one existed. */
      readonly granted: { readonly binding_id: string | null; readonly approval_id: string | null };
    }
  | {
      /** A reviewer tried to decide on their own submission. */
      readonly kind: "review.refused";
      readonly submission_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string;
      readonly reason: "author";
    }
  | {
      readonly kind: "review.revoked";
      readonly revoked: Grant;
      /** The id of the binding or approval. */
      readonly grant_id: string;
      readonly release: string;
      readonly task_id: string;
      readonly input_id: string | null;
      readonly reason: string;
    }
  | {
      readonly kind: "outcome.recorded";
      readonly outcome_id: string;
      readonly task_id: string;
      /** Null: void. */
      readonly option: string | null;
      readonly happened_at: string;
      readonly source: string;
      readonly note: string;
      /** The entry that it corrects: replaced at once if it is unconfirmed, else when this one is confirmed. */
      readonly corrects: string | null;
      readonly replaced: string | null;
    }
  | {
      readonly kind: "outcome.confirmed";
      readonly outcome_id: string;
      readonly task_id: string;
      /** The confirmed entry that no longer counts. */
      readonly replaced: string | null;
    }
  | {
      readonly kind: "question.noted";
      readonly note_id: string;
      readonly task_id: string;
      readonly text: string;
    }
  | {
      readonly kind: "tag.changed";
      readonly subject: Tagged;
      /** A task id, or the id of a submission of this task. */
      readonly subject_id: string;
      readonly task_id: string;
      readonly tag: string;
      /** Whether it has the tag now. */
      readonly active: boolean;
    }
  | {
      readonly kind: "evaluation.uploaded";
      readonly evaluation_id: string;
      readonly title: string;
      readonly release: string;
      /** SHA-256 of the file, uncompressed. */
      readonly data_digest: string;
      /** SHA-256 over the stored cases. */
      readonly cases_digest: string;
      readonly cases: number;
    }
  | {
      /** The approval of a file is the approval of every task and input in it, for this evaluation alone. */
      readonly kind: "evaluation.decided";
      readonly evaluation_id: string;
      readonly data_digest: string;
      readonly approved: boolean;
      readonly checklist: Checklist;
      /** The lines that the system drew and the reviewer read. */
      readonly lines_read: readonly number[];
      readonly note: string;
      readonly status: EvaluationStatus;
    }
  | {
      readonly kind: "evaluation.started" | "evaluation.paused" | "evaluation.resumed";
      readonly evaluation_id: string;
    }
  | {
      readonly kind: "evaluation.ended";
      readonly evaluation_id: string;
      readonly status: EvaluationStatus;
      /** SHA-256 of the report; null where it was stopped. */
      readonly report_digest: string | null;
    }
  | ({ readonly kind: "evaluation.opened" } & CaseSubject)
  | ({
      readonly kind: "evaluation.answered";
      readonly model_version: string;
      readonly result: PredictionResult;
      readonly timing: CaseTiming;
      readonly generated_at: string;
      readonly trace: Json;
    } & CaseSubject)
  /** Refused: before its opening event. Failed: after it; asked again where the model was down or busy. */
  | ({ readonly kind: "evaluation.refused" | "evaluation.failed"; readonly code: ErrorCode } & CaseSubject)
  | ({ readonly kind: "evaluation.abandoned"; readonly opened_at: string } & CaseSubject)
  | {
      readonly kind: "credential.issued" | "credential.rotated";
      readonly credential_id: string;
      readonly name: string;
      /** The public part of the new key. */
      readonly key_id: string;
    }
  | { readonly kind: "credential.revoked"; readonly credential_id: string; readonly name: string }
  | {
      readonly kind: "member.added";
      readonly member_id: string;
      readonly role: Role;
      /** The invitation used to join; missing for seeded members. */
      readonly invitation_id?: string;
    }
  | { readonly kind: "member.role_changed"; readonly member_id: string; readonly role: string }
  | { readonly kind: "member.renamed"; readonly member_id: string; readonly name: string }
  | { readonly kind: "member.disabled" | "member.enabled" | "member.password_set"; readonly member_id: string }
  | {
      readonly kind: "member.invited" | "member.invitation_revoked";
      readonly invitation_id: string;
      /** Empty if the person who opens the link enters it. */
      readonly email: string;
      readonly role: Role;
    }
  | {
      readonly kind: "member.reset_offered" | "member.reset_revoked";
      readonly invitation_id: string;
      readonly member_id: string;
    }
  | {
      /** An operator accepted the loss of events that a checkpoint names. */
      readonly kind: "history.loss_accepted";
      /** The new id of the database. */
      readonly database_id: string;
      readonly expected: {
        readonly database_id: string;
        readonly seq: number;
        readonly hash: string;
        readonly at: string;
      };
      readonly found: { readonly seq: number; readonly hash: string } | null;
    }
  | ArchivedEvents;

/** Events were written to an archive file, and those of predictions were removed from the database. */
export interface ArchivedEvents {
  readonly kind: "history.archived";
  /** The events of the file. */
  readonly first_seq: number;
  readonly last_seq: number;
  /** Hexadecimal, of the event `last_seq`: the chain in the database continues from it. */
  readonly last_hash: string;
  readonly file: string;
  readonly file_sha256: string;
  readonly removed: number;
  /** Every event up to `last_seq` that is still in the database: how many, and the SHA-256 of their export lines. */
  readonly kept: number;
  readonly kept_sha256: string;
}

/** What begins a forecast: recorded only while what it is about is approved. */
export type Opening = Extract<EventContent, { readonly kind: (typeof OPENINGS)[number] }>;

/** The forecast of an evaluation: which case of which file. */
export interface CaseSubject extends Subject {
  readonly evaluation_id: string;
  /** From 0, in the order of the file. */
  readonly case_index: number;
}

/** No caller waits for the forecast of an evaluation: it has the model's times and the wait for a slot. */
export interface CaseTiming extends ModelTiming {
  readonly gateway_queue_ms: number;
}

/** Which variant of which submission's observations, among those that were sent together. */
export interface Experiment {
  readonly id: string;
  readonly variant: string;
  readonly of: string;
}

/** What a prediction is about: its release, task and input. */
export interface Subject {
  readonly request_id: string;
  readonly release: string;
  readonly task_id: string;
  readonly input_id: string;
}
