import { settle } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { admit, isReviewMissing } from "./admit.ts";
import { answerOnce } from "./answer-once.ts";
import { type Answer, actorOf, type Call } from "./call.ts";
import { composeResponse } from "./compose-response.ts";
import { infer, waitForSlot } from "./infer.ts";
import { fail, refuse } from "./refuse.ts";
import type { ValidRequest } from "./valid-request.ts";

/**
 * The one operation, for REST and the console alike: the order of checks from step 4 on. `read` does steps 4 to 6. Never
 * rejects: an error becomes the answer, with its audit event.
 */
export async function predict(
  gateway: GatewayContext,
  call: Call,
  read: () => ValidRequest | Promise<ValidRequest>,
): Promise<Answer> {
  const request = await settle(read);
  if (!request.ok) return refuse(gateway, call, {}, request.error);
  const { value: valid } = request;
  const answer = await settle(() => answerOnce(gateway, call, valid, () => forecast(gateway, call, valid)));
  return answer.ok ? answer.value : refuse(gateway, call, {}, answer.error);
}

/** Steps 7 to 14, for a valid request that has no recorded answer yet. */
async function forecast(gateway: GatewayContext, call: Call, valid: ValidRequest): Promise<Answer> {
  const { request, options, task, input } = valid;
  const { model, events } = gateway;
  const { requestId } = call;
  const actor = actorOf(call.caller);
  const subject = { request_id: requestId, release: model.release, task_id: task.id, input_id: input.id };

  const admitted = await settle(() =>
    admit(model, { requestId, request, task, input }, () =>
      events.open(actor, { kind: "prediction.opened", ...subject }),
    ),
  );
  if (!admitted.ok) {
    const { release, ...content } = subject;
    const about = request.model === release ? subject : content;
    const refused = await refuse(gateway, call, about, admitted.error);
    return isReviewMissing(model, request, admitted.error) ? { ...refused, unreviewed: { request, options } } : refused;
  }

  const slot = await settle(() => waitForSlot(gateway, call));
  if (!slot.ok) return fail(gateway, call, subject, slot.error, { inferred: false });

  const response = await settle(async () => {
    const inference = await infer(gateway, call, admitted.value, slot.value);
    const answer = composeResponse(gateway, call, { approved: admitted.value, inference, valid });
    await events.append(actor, {
      kind: "prediction.answered",
      ...subject,
      model_version: answer.model_version,
      options,
      result: answer.result,
      timing: answer.timing,
      generated_at: answer.generated_at,
      trace: inference.answer.trace ?? null,
    });
    return answer;
  });
  if (!response.ok) return fail(gateway, call, subject, response.error, { inferred: !response.error.declined });
  return { ok: true, response: response.value, options, taskText: valid.answered.text, replayed: false };
}
