import type { PredictionResponse } from "#lib/contract/response.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import type { ContractError } from "#server/base/errors.ts";
import type { Caller } from "#server/gateway/credentials/authenticate.ts";
import type { ValidRequest } from "./valid-request.ts";

/** Who calls, and how: the same for every API surface. */
export interface Call {
  /** UUID version 7. */
  readonly requestId: string;
  readonly caller: Caller;
  /** A reading of performance.now(). */
  readonly arrivedAt: number;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** The value of the `Idempotency-Key` header, unchecked. */
  readonly idempotencyKey: string | undefined;
}

/** What a call is about, as far as it is known: `release` only if this deployment serves it. */
export type About = Partial<Subject>;

export type Answer = Answered | Refused;

export interface Answered {
  readonly ok: true;
  readonly response: PredictionResponse;
  /** The option ids in the caller's order. */
  readonly options: readonly string[];
  /** The JSON text of the response's task, where it is known. */
  readonly taskText?: string;
  /** This is the recorded answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export interface Refused {
  readonly ok: false;
  /** The id of the request that was refused: with `replayed`, that of the earlier one. */
  readonly requestId: string;
  readonly error: ContractError;
  readonly replayed: boolean;
  /** Whether there may have been an inference. */
  readonly inferred: boolean;
  /** The request, where only a review is missing. */
  readonly unreviewed?: ValidRequest;
}

/** In canonical order. */
export function actorOf({ type, id, name }: Caller): Actor {
  return { id, name, type };
}
