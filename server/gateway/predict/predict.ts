import { type PredictionResponse, responseSchema } from "#lib/contract/response.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { orderOf, recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { toContractError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { findErasure } from "#server/gateway/forecasts/read-content.ts";
import type { ApprovedInput } from "#server/models/model.ts";
import { admit, erasedRefusal } from "./admit.ts";
import { type Answer, actorOf, type Call } from "./call.ts";
import { checkTiming, toResult } from "./check-answer.ts";
import { claimKey } from "./claim-key.ts";
import { type Inference, infer, waitForSlot } from "./infer.ts";
import { type Progress, recordRefusal } from "./record-refusal.ts";
import type { ValidRequest } from "./valid-request.ts";

/**
 * Answers one request, from REST or the console. `read` reads and validates the request. Never rejects: an error is
 * recorded as an audit event and becomes the answer.
 */
export async function predict(
  gateway: GatewayContext,
  call: Call,
  read: () => ValidRequest | Promise<ValidRequest>,
): Promise<Answer> {
  const progress: Progress = { inferring: false };
  let answer: Answer;
  try {
    answer = await forecast(gateway, call, await read(), progress);
  } catch (error) {
    answer = await recordRefusal(gateway, call, progress, toContractError(error));
  }
  await progress.key?.leave(answer);
  if (answer.ok && !answer.replayed && progress.valid !== undefined) {
    gateway.candidate?.follow({ requestId: call.requestId, valid: progress.valid });
  }
  return answer;
}

/** Answers a valid request with the recorded answer of its idempotency key, or with one new inference. */
async function forecast(gateway: GatewayContext, call: Call, valid: ValidRequest, progress: Progress): Promise<Answer> {
  const { model, events } = gateway;
  const actor = actorOf(call.caller);
  const { options, task, input } = valid;
  const subject = { request_id: call.requestId, release: model.release, task_id: task.id, input_id: input.id };

  const key = await claimKey(gateway, call, valid);
  if ("answer" in key) return key.answer;
  progress.key = key;
  progress.valid = valid;

  const approved = await admit(model, call.requestId, valid, async () => {
    const state = await events.open(actor, { kind: "prediction.opened", ...subject });
    // An erasure revokes what was approved, so approved content need not be looked up.
    const isOpened = state.bound && state.approved;
    if (!isOpened && (await findErasure(gateway.database, { taskId: task.id, inputId: input.id })))
      throw erasedRefusal();
    return state;
  });
  progress.opened = subject;

  const slot = await waitForSlot(gateway, call);
  progress.inferring = true;
  const inference = await infer(gateway, call, approved, slot);
  const response = composeResponse(gateway, call, { approved, inference, valid });
  await events.append(actor, {
    kind: "prediction.answered",
    ...subject,
    model_version: response.model_version,
    ...recordAnswer(valid.request, response.result),
    order: orderOf(valid),
    timing: response.timing,
    generated_at: response.generated_at,
    trace: inference.answer.trace ?? null,
    ...(model.trainingCutoff === undefined ? {} : { training_cutoff: model.trainingCutoff }),
    ...(inference.answer.usage === undefined ? {} : { usage: inference.answer.usage }),
  });
  return { ok: true, response, options, replayed: false };
}

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
function composeResponse(
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
