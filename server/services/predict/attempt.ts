import type { ErrorBody, PredictionResponse } from "#lib/contract/response.ts";
import type { ContractError } from "#server/errors.ts";
import type { Actor } from "#server/infra/audit-log/event.ts";
import type { Caller } from "#server/services/credentials/authenticate.ts";

/** One request on its way to an answer, whichever API surface it came through. */
export interface Attempt {
  /** UUID version 7. */
  readonly requestId: string;
  readonly caller: Caller;
  /** A measurement of performance.now(). */
  readonly arrivedAt: number;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** The value of its `Idempotency-Key` header, unchecked. */
  readonly idempotencyKey: string | undefined;
  /** What the request is about, as far as it has been read: for the audit event of a refusal. */
  about: About;
  /** Whether its opening event has been written; then another one must tell how it ended. */
  opened: boolean;
  /** Whether the model has been asked: from then on, there may be an inference. */
  asked: boolean;
}

export interface About {
  readonly release?: string;
  readonly task_id?: string;
  readonly input_id?: string;
}

/** How an attempt ended: what the caller gets. */
export type Answer = (
  | {
      readonly ok: true;
      readonly response: PredictionResponse;
      /** The option ids in the caller's order. */
      readonly options: readonly string[];
    }
  | { readonly ok: false; readonly error: ContractError; readonly body: ErrorBody }
) & {
  /** It is the recorded answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
};

export type NewAttempt = Omit<Attempt, "about" | "opened" | "asked">;

export function startAttempt(attempt: NewAttempt): Attempt {
  return { ...attempt, about: {}, opened: false, asked: false };
}

export function actorOf({ type, id, name }: Caller): Actor {
  return { type, id, name };
}
