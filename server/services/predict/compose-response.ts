import { type PredictionResponse, type PredictionResult, responseSchema } from "#lib/contract/response.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ApprovedInput, ModelTiming } from "#server/infra/models/model.ts";
import type { Attempt } from "./attempt.ts";
import type { Inference } from "./infer.ts";

export interface Parts {
  readonly approved: ApprovedInput;
  readonly inference: Inference;
  readonly result: PredictionResult;
  readonly timing: ModelTiming;
  /** The option ids in the caller's order. */
  readonly options: readonly string[];
}

/**
 * The finished answer, held against the contract's schema before it is recorded and sent: the record holds exactly what
 * the caller gets, so `gateway_total_ms` ends here.
 */
export function composeResponse(gateway: Gateway, attempt: Attempt, parts: Parts): PredictionResponse {
  const { approved, inference, result, timing, options } = parts;
  const response: PredictionResponse = {
    schema_version: "1.1",
    request_id: attempt.requestId,
    model: gateway.model.release,
    model_version: inference.answer.modelVersion,
    task: { ...approved.task, criteria: inOrder(approved.task.criteria, options) },
    result: { ...result, probabilities: inOrder(result.probabilities, options) },
    generated_at: gateway.now().toISOString(),
    input_as_of: approved.input.as_of,
    input_id: approved.inputId,
    timing: {
      gateway_queue_ms: milliseconds(inference.queueMs),
      model_queue_ms: timing.model_queue_ms,
      inference_ms: timing.inference_ms,
      load_ms: timing.load_ms,
      cold_start: timing.cold_start,
      gateway_total_ms: milliseconds(performance.now() - attempt.arrivedAt),
      cache_hit: false,
      client_end_to_end_ms: null,
    },
    mode: "research",
  };
  responseSchema.parse(response);
  return response;
}
