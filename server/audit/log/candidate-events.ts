import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { RecordedAnswer, Subject } from "./prediction-events.ts";

/** A step of an answer of the candidate model. Contains no trace, because no page shows how the candidate answered. */
export type CandidateEvent =
  | ({ readonly kind: "candidate.opened" } & CandidateSubject)
  | ({
      readonly kind: "candidate.answered";
      readonly model_version: string;
      readonly timing: ModelTiming;
      readonly generated_at: string;
      /** The end of the candidate's training data. Missing if unknown. */
      readonly training_cutoff?: string;
      /** Tokens of a language model. Missing if unknown. */
      readonly usage?: TokenUsage;
    } & RecordedAnswer &
      CandidateSubject)
  /**
   * `candidate.refused`: the candidate does not support the input, or its approval was revoked meanwhile.
   * `candidate.failed`: an error after the opening event.
   */
  | ({
      readonly kind: "candidate.refused" | "candidate.failed";
      readonly code: ErrorCode;
      readonly usage?: TokenUsage;
    } & CandidateSubject)
  | ({ readonly kind: "candidate.abandoned"; readonly opened_at: string } & CandidateSubject);

/** The event that records the candidate's answer, or the error in its place. */
export type CandidateAnswer = Exclude<CandidateEvent, { readonly kind: "candidate.opened" | "candidate.abandoned" }>;

/** The candidate's request has an id of its own, so that a request id belongs to one answer. */
export interface CandidateSubject extends Subject {
  /** The request id of the prediction that the candidate's answer accompanies. */
  readonly prediction_id: string;
}
