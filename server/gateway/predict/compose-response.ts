import { type PredictionResponse, responseSchema } from "#lib/contract/response.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { ApprovedInput } from "#server/models/model.ts";
import type { Call } from "./call.ts";
import { checkTiming, toResult } from "./check-answer.ts";
import type { Inference } from "./infer.ts";
import type { ValidRequest } from "./valid-request.ts";

/** Schema of the response without the task, which was validated with the request. */
const composedSchema = responseSchema.omit({ task: true }).strip();

interface Parts {
  readonly approved: ApprovedInput;
  readonly inference: Inference;
  readonly valid: ValidRequest;
}

/**
 * Checks the model's answer and returns the response that is recorded and sent. `gateway_total_ms` is measured here,
 * before recording, because the audit log must contain exactly the response that the caller gets.
 */
export function composeResponse(
  gateway: Pick<GatewayContext, "model" | "now">,
  call: Call,
  { approved, inference, valid }: Parts,
) {
  const { answer, queueMs, seenMs } = inference;
  const { value: task } = valid.task;
  const result = toResult(approved.task, answer);
  const { model_queue_ms, inference_ms, load_ms, cold_start } = checkTiming(answer, seenMs);
  const response: PredictionResponse = {
    schema_version: "1.1",
    request_id: call.requestId,
    model: gateway.model.release,
    model_version: answer.modelVersion,
    task: { ...task, criteria: inOrder(task.criteria, valid.options) },
    result: { ...result, probabilities: inOrder(result.probabilities, valid.options) },
    generated_at: gateway.now().toISOString(),
    input_as_of: approved.input.as_of,
    input_id: approved.inputId,
    timing: {
      gateway_queue_ms: milliseconds(queueMs),
      model_queue_ms,
      inference_ms,
      load_ms,
      cold_start,
      gateway_total_ms: milliseconds(performance.now() - call.arrivedAt),
      cache_hit: false,
      client_end_to_end_ms: null,
    },
    mode: "research",
  };
  composedSchema.parse(response);
  return response;
}
