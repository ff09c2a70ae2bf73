import type { OPENINGS } from "#lib/domain/audit-events.ts";
import type { AccessEvent } from "./access-events.ts";
import type { CandidateEvent } from "./candidate-events.ts";
import type { ErasureEvent } from "./erasure-events.ts";
import type { EvaluationEvent } from "./evaluation-events.ts";
import type { HistoryEvent } from "./history-events.ts";
import type { PredictionEvent } from "./prediction-events.ts";
import type { QuestionEvent } from "./question-events.ts";
import type { ReviewEvent } from "./review-events.ts";

/** Who caused an event: a caller's credential, a console member, or the gateway itself. */
export interface Actor {
  readonly type: "credential" | "member" | "system";
  /** Random for members and API keys. Their names are looked up when an event is shown. */
  readonly id: string;
  /** Set for members in the console: the id of the session, not its token. */
  readonly session_id?: string;
  /** Set instead of the session if the member used a personal token: the token's public id. */
  readonly token_id?: string;
}

export const BACKGROUND_JOBS = { type: "system", id: "jobs" } as const satisfies Actor;

interface ActingMember {
  readonly id: string;
  readonly sessionId?: string | undefined;
  readonly tokenId?: string | undefined;
}

export function memberActor({ id, sessionId, tokenId }: ActingMember): Actor {
  return {
    ...{ type: "member", id },
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(tokenId !== undefined && { token_id: tokenId }),
  };
}

/** An audit event. Times are ISO 8601 in UTC with milliseconds; tasks and inputs are referenced by their digests. */
export type Event = { readonly at: string; readonly actor: Actor } & EventContent;

export type EventContent =
  | PredictionEvent
  | CandidateEvent
  | ReviewEvent
  | QuestionEvent
  | EvaluationEvent
  | AccessEvent
  | HistoryEvent
  | ErasureEvent;

/** The first event of a forecast, recorded only if its task and input are approved. */
export type Opening = Extract<EventContent, { readonly kind: (typeof OPENINGS)[number] }>;
