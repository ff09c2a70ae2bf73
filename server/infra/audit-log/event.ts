import type { Role } from "#lib/console/members.ts";
import type { Checklist, Grant, Verdict } from "#lib/console/reviews.ts";
import type { Origin, Status } from "#lib/console/submissions.ts";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Json } from "#lib/contract/json.ts";
import type { PredictionResult, Timing } from "#lib/contract/response.ts";

/** Who did what an event tells: a caller's credential, a member of the console, or the gateway itself. */
export interface Actor {
  readonly type: "credential" | "member" | "system";
  readonly id: string;
  readonly name: string;
  /** Of a member who acts in the console: the id of the session, which is not its token. */
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

/** What the record holds. Times are ISO 8601 in UTC with milliseconds; content is named by its digest. */
export type Event = { readonly at: string; readonly actor: Actor } & EventContent;

export type EventContent =
  | ({ readonly kind: "prediction.opened" } & Subject)
  | ({
      readonly kind: "prediction.answered";
      readonly model_version: string;
      /** The option ids in the caller's order, which canonical JSON does not keep. Early events are without it. */
      readonly options?: readonly string[];
      readonly result: PredictionResult;
      readonly timing: Timing;
      readonly generated_at: string;
      readonly trace: Json;
    } & Subject)
  | ({
      readonly kind: "prediction.failed";
      readonly code: ErrorCode;
      /** Whether the model had been asked. */
      readonly asked: boolean;
      readonly cancelled: boolean;
      /** From arrival to the refusal; early events are without it. */
      readonly total_ms?: number;
    } & Subject)
  | ({
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      /** The first violations: code and place, never the caller's text. */
      readonly issues: readonly { readonly code: ErrorCode; readonly path: string }[];
      /** From arrival to the refusal; early events are without it. */
      readonly total_ms?: number;
    } & Partial<Subject> & { readonly request_id: string })
  /** Refusals that are counted, not recorded one by one: over the rate limit, or repeated without end. */
  | {
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      readonly count: number;
      /** When the first of them was refused. */
      readonly since: string;
      readonly issues: readonly [];
    }
  | {
      readonly kind: "submission.created";
      readonly submission_id: string;
      readonly supersedes: string | null;
      readonly origin: Origin;
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
      /** The rows that this decision put in force; null where it put nothing in force, or it was in force already. */
      readonly granted: { readonly binding_id: string | null; readonly approval_id: string | null };
    }
  | {
      /** A reviewer tried to decide on what they wrote. */
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
      /** By which they joined; absent for those of the first start. */
      readonly invitation_id?: string;
    }
  | { readonly kind: "member.role_changed"; readonly member_id: string; readonly role: string }
  | { readonly kind: "member.renamed"; readonly member_id: string; readonly name: string }
  | { readonly kind: "member.disabled" | "member.enabled" | "member.password_set"; readonly member_id: string }
  | {
      readonly kind: "member.invited" | "member.invitation_revoked";
      readonly invitation_id: string;
      /** Empty where whoever opens the link says it. */
      readonly email: string;
      readonly role: Role;
    }
  | {
      readonly kind: "member.reset_offered" | "member.reset_revoked";
      readonly invitation_id: string;
      readonly member_id: string;
    }
  | {
      /** An operator went on without events that a checkpoint names. */
      readonly kind: "history.loss_accepted";
      /** The identity of the database from here on. */
      readonly database_id: string;
      readonly expected: {
        readonly database_id: string;
        readonly seq: number;
        readonly hash: string;
        readonly at: string;
      };
      readonly found: { readonly seq: number; readonly hash: string } | null;
    };

/** What a prediction is about. */
export interface Subject {
  readonly request_id: string;
  readonly release: string;
  readonly task_id: string;
  readonly input_id: string;
}
