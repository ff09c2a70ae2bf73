import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Issue } from "#lib/contract/issue.ts";
import type { Json } from "#lib/contract/json.ts";
import type { Reason } from "#lib/contract/reasons.ts";
import type { Timing } from "#lib/contract/response.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { Content } from "./contents.ts";

/** A step of a prediction that a caller or the console requested. */
export type PredictionEvent =
  | ({ readonly kind: "prediction.opened" } & Subject)
  | ({
      readonly kind: "prediction.answered";
      readonly model_version: string;
      /** The options in the caller's order, which canonical JSON does not keep: their indices in canonical order. */
      readonly order: readonly number[];
      readonly timing: Timing;
      readonly generated_at: string;
      readonly trace: Json;
      /** The end of the model's training data. Missing if unknown. */
      readonly training_cutoff?: string;
      /** Tokens of a language model. Missing if unknown. */
      readonly usage?: TokenUsage;
    } & RecordedAnswer &
      Subject)
  | ({
      readonly kind: "prediction.failed";
      readonly code: ErrorCode;
      /** Whether an inference may have started. */
      readonly asked: boolean;
      readonly cancelled: boolean;
      /** Tokens of a language model. Missing if unknown. */
      readonly usage?: TokenUsage;
      /** Message of the error response, recorded for idempotent replay. */
      readonly message: Content;
      readonly issues: Content<readonly Issue[]>;
      /** Missing if the code has one cause. */
      readonly reason?: Reason;
      /** Value of the `Retry-After` header in seconds; null if there was none. */
      readonly retry_after: number | null;
      /** Milliseconds from arrival to the refusal. */
      readonly total_ms: number;
    } & Subject)
  | ({
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      /** The codes of the first violations. */
      readonly codes: readonly ErrorCode[];
      /** The paths of the same violations, up to a name that the caller chose. Missing without violations. */
      readonly paths?: Content<readonly string[]>;
      /** Milliseconds from arrival to the refusal. */
      readonly total_ms: number;
    } & Partial<Subject> & { readonly request_id: string })
  /** The process ended before it answered the request. Recorded later, by a background job. */
  | ({ readonly kind: "prediction.abandoned"; readonly opened_at: string } & Subject)
  /** Many refusals of one caller in one event: rate-limited requests, or invalid requests sent many times. */
  | {
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      readonly count: number;
      /** Time of the first counted refusal. */
      readonly since: string;
    };

/** An answer by place: events contain no option ids, because these are the caller's text. */
export interface RecordedAnswer {
  /** The probabilities of the options in canonical order, from canonicalOptions(). */
  readonly probabilities: readonly number[];
  /** The index of the most probable option. */
  readonly choice: number;
}

export interface Subject {
  readonly request_id: string;
  readonly release: string;
  readonly task_id: string;
  readonly input_id: string;
}
