import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Json } from "#lib/contract/json.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import type { EvaluationStatus } from "#lib/domain/evaluations.ts";
import type { ResolvedFilter } from "#lib/domain/resolved-questions.ts";
import type { Checklist } from "#lib/domain/reviews.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { Content } from "./contents.ts";
import type { RecordedAnswer, Subject } from "./prediction-events.ts";

/** An event about an evaluation (a file of resolved questions) or about one of its forecasts. */
export type EvaluationEvent =
  | {
      readonly kind: "evaluation.uploaded";
      readonly evaluation_id: string;
      readonly title: Content;
      readonly release: string;
      /** SHA-256 of the uncompressed file. */
      readonly data_digest: string;
      /** SHA-256 of the stored cases, from digestCases(). */
      readonly cases_digest: string;
      readonly cases: number;
      /**
       * The filter that selected the cases from the resolved questions of this gateway. The cases were approved
       * individually, so the evaluation needs no review. Missing for an uploaded file.
       */
      readonly selection?: Content<ResolvedFilter>;
    }
  | {
      /** Approving a file approves every task and input in it, for this evaluation only. */
      readonly kind: "evaluation.decided";
      readonly evaluation_id: string;
      readonly data_digest: string;
      readonly decision: Content<FileDecision>;
      readonly note: Content;
    }
  | {
      readonly kind: "evaluation.started" | "evaluation.paused" | "evaluation.resumed";
      readonly evaluation_id: string;
    }
  | {
      readonly kind: "evaluation.ended";
      readonly evaluation_id: string;
      readonly status: EvaluationStatus;
      /** SHA-256 of the report; null if the evaluation was stopped. */
      readonly report_digest: string | null;
    }
  | ({ readonly kind: "evaluation.opened" } & CaseSubject)
  | ({
      readonly kind: "evaluation.answered";
      readonly model_version: string;
      readonly timing: CaseTiming;
      readonly generated_at: string;
      readonly trace: Json;
      /** The end of the model's training data. Missing if unknown. */
      readonly training_cutoff?: string;
      /** Tokens of a language model. Missing if unknown. */
      readonly usage?: TokenUsage;
    } & RecordedAnswer &
      CaseSubject)
  /**
   * `evaluation.refused`: an error before the opening event. `evaluation.failed`: an error after the opening event; the
   * case is retried if the model was down or busy.
   */
  | ({
      readonly kind: "evaluation.refused" | "evaluation.failed";
      readonly code: ErrorCode;
      readonly usage?: TokenUsage;
    } & CaseSubject)
  | ({ readonly kind: "evaluation.abandoned"; readonly opened_at: string } & CaseSubject);

export interface FileDecision {
  readonly approved: boolean;
  readonly checklist: Checklist;
  /** Line numbers of the random sample that the reviewer read. */
  readonly lines_read: readonly number[];
  readonly status: EvaluationStatus;
}

export interface CaseSubject extends Subject {
  readonly evaluation_id: string;
  /** Zero-based index of the case in the file. */
  readonly case_index: number;
}

/** Timing of an evaluation's forecast: the model's, and the wait for a slot. Without a total, as no caller waits. */
export interface CaseTiming extends ModelTiming {
  readonly gateway_queue_ms: number;
}
