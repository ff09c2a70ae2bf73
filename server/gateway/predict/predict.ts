import { orderOf, recordAnswer } from "#server/audit/log/recorded-answer.ts";
import { toContractError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { admit } from "./admit.ts";
import { type Answer, actorOf, type Call } from "./call.ts";
import { claimKey } from "./claim-key.ts";
import { composeResponse } from "./compose-response.ts";
import { infer, waitForSlot } from "./infer.ts";
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

  const approved = await admit(model, call.requestId, valid, () =>
    events.open(actor, { kind: "prediction.opened", ...subject }),
  );
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
