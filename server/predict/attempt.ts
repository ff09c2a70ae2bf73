import type { Caller } from "#server/credentials/authenticate.ts";
import type { Actor } from "#server/events/event.ts";

/** One request on its way to an answer, from whichever door it came. */
export interface Attempt {
  /** UUID version 7. */
  readonly requestId: string;
  readonly caller: Caller;
  /** A reading of performance.now(). */
  readonly arrivedAt: number;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** What the request is about, as far as it has been read: for the record of a refusal. */
  about: About;
  /** Whether its opening event has been written; then another one must tell how it ended. */
  opened: boolean;
}

export interface About {
  readonly release?: string;
  readonly task_id?: string;
  readonly input_id?: string;
}

export function startAttempt(requestId: string, caller: Caller, arrivedAt: number, signal: AbortSignal): Attempt {
  return { requestId, caller, arrivedAt, signal, about: {}, opened: false };
}

export function actorOf({ type, id, name }: Caller): Actor {
  return { type, id, name };
}
