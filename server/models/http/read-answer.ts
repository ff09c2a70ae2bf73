import { parseBody } from "#lib/contract/parse-body.ts";
import type { Task } from "#lib/contract/request.ts";
import { chooseOption, probabilitiesError } from "#lib/contract/result.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ModelAnswer } from "#server/models/model.ts";
import { forecastSchema, timingSchema } from "./wire.ts";

/**
 * Validates a model server's answer. Throws INVALID_MODEL_RESPONSE, or INVALID_MODEL_TIMING if only the timing is
 * invalid. Does not change a valid answer.
 */
export function readAnswer(bytes: Uint8Array, requestId: string, task: Task): ModelAnswer {
  const parsed = parseBody(bytes);
  if (!parsed.ok) throw refusal("it is not JSON");
  if (parsed.duplicates.length > 0) throw refusal("a name occurs twice");
  const forecast = forecastSchema.safeParse(parsed.value);
  if (!forecast.success) throw refusal(`${String(forecast.error.issues[0]?.path[0] ?? "the whole")} is wrong`);
  const { model_version: modelVersion, probabilities, choice, request_id } = forecast.data;
  const lie = probabilitiesError(task, probabilities);
  if (lie !== undefined) throw refusal(lie);
  if (choice !== undefined && choice !== chooseOption(probabilities)) throw refusal("the choice is not the argmax");
  if (request_id !== undefined && request_id !== requestId) throw refusal("it answers another request");
  const timing = timingSchema.safeParse(forecast.data.timing);
  if (!timing.success) throw new GatewayError("INVALID_MODEL_TIMING", { detail: "a time is missing or no time" });
  return { modelVersion, probabilities, timing: timing.data };
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}
