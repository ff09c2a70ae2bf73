import type { PredictionResponse } from "#lib/contract/response.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { Subject } from "#server/audit/log/prediction-events.ts";
import type { ContractError } from "#server/base/errors.ts";
import type { Caller } from "#server/gateway/credentials/authenticate.ts";
import type { ValidRequest } from "./valid-request.ts";

/** The caller and the metadata of a request, equal for all API surfaces and the console. */
export interface Call {
  /** UUIDv7. */
  readonly requestId: string;
  readonly caller: Caller;
  /** Time of arrival, from performance.now(). */
  readonly arrivedAt: number;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The value of the `Idempotency-Key` header, unchecked. */
  readonly idempotencyKey: string | undefined;
  /** Over MCP: the client's name as it announced itself, which is unverified. */
  readonly client?: string | undefined;
}

/** Release, task and input of a call, as far as known. `release` is set only if this deployment serves the release. */
export type About = Partial<Subject>;

export type Answer = Answered | Refused;

export interface Answered {
  readonly ok: true;
  readonly response: PredictionResponse;
  /** The option ids in the caller's order. */
  readonly options: readonly string[];
  /** Whether this is an idempotent replay of an earlier request's recorded answer. */
  readonly replayed: boolean;
}

export interface Refused {
  readonly ok: false;
  /** The id of the refused request; with `replayed`, the id of the earlier request. */
  readonly requestId: string;
  readonly error: ContractError;
  readonly replayed: boolean;
  /** Whether an inference may have run. */
  readonly inferred: boolean;
  /** Set if the request was refused only because it is not reviewed. */
  readonly unreviewed?: ValidRequest;
}

/** Returns the actor of audit events, with its fields in the order of canonical JSON. */
export function actorOf({ type, id, tokenId }: Caller): Actor {
  return tokenId === undefined ? { id, type } : { id, token_id: tokenId, type };
}
