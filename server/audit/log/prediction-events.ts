import type { ErrorCode } from "#lib/contract/error-table.ts";
import type { Issue } from "#lib/contract/issue.ts";
import type { Json } from "#lib/contract/json.ts";
import type { PredictionResult, Timing } from "#lib/contract/response.ts";

/** A step of a prediction that a caller or the console requested. */
export type PredictionEvent =
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
      /** Whether the model may have run. */
      readonly asked: boolean;
      readonly cancelled: boolean;
      /** The rest of the error response, for idempotent replay. Missing in early events. */
      readonly message?: string;
      readonly issues?: readonly Issue[];
      /** Null unless the response had a `Retry-After` header. */
      readonly retry_after?: number | null;
      /** From arrival to the refusal. Missing in early events. */
      readonly total_ms?: number;
    } & Subject)
  | ({
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      /** The first violations: code and path only, never the caller's text. */
      readonly issues: readonly { readonly code: ErrorCode; readonly path: string }[];
      /** From arrival to the refusal. Missing in early events. */
      readonly total_ms?: number;
    } & Partial<Subject> & { readonly request_id: string })
  /** The process ended before it answered; another process records this later. */
  | ({ readonly kind: "prediction.abandoned"; readonly opened_at: string } & Subject)
  /** Refusals counted in one event: over the rate limit, or repeated many times. */
  | {
      readonly kind: "prediction.refused";
      readonly code: ErrorCode;
      readonly count: number;
      /** Time of the first counted refusal. */
      readonly since: string;
      readonly issues: readonly [];
    };

/** The release, task and input of a prediction. */
export interface Subject {
  readonly request_id: string;
  readonly release: string;
  readonly task_id: string;
  readonly input_id: string;
}
