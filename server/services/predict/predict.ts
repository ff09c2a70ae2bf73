import type { OrderedRequest } from "#lib/contract/request.ts";
import type { PredictionResponse } from "#lib/contract/response.ts";
import type { Gateway } from "#server/gateway.ts";
import { admit } from "./admit.ts";
import { type Attempt, actorOf } from "./attempt.ts";
import { checkTiming, toResult } from "./check-answer.ts";
import { composeResponse } from "./compose-response.ts";
import { infer } from "./infer.ts";

/**
 * The one operation, for REST and the console alike: steps 7 to 14 of the order of checks, in that order. Rejects with
 * the GatewayError of the step that refuses; answer() records the refusal.
 */
export async function predict(
  gateway: Gateway,
  attempt: Attempt,
  { request, options }: OrderedRequest,
): Promise<PredictionResponse> {
  const { model, events } = gateway;
  const { requestId, caller } = attempt;
  const approved = await admit(
    {
      model,
      requestId,
      standing: (subject) => events.open(actorOf(caller), subject),
      tell: (about) => {
        attempt.about = about;
      },
    },
    request,
  );
  attempt.opened = true;

  const inference = await infer(gateway, attempt, approved);
  const result = toResult(request.task, inference.answer);
  const timing = checkTiming(inference.answer.timing, inference.seenMs);
  const response = composeResponse(gateway, attempt, { approved, inference, result, timing, options });

  await events.append(actorOf(caller), {
    kind: "prediction.answered",
    request_id: requestId,
    release: model.release,
    task_id: approved.taskId,
    input_id: approved.inputId,
    model_version: response.model_version,
    options,
    result: response.result,
    timing: response.timing,
    generated_at: response.generated_at,
    trace: inference.answer.trace ?? null,
  });
  return response;
}
