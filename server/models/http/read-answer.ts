import { parseBody } from "#lib/contract/parse-body.ts";
import type { Task } from "#lib/contract/request.ts";
import { chooseOption, probabilitiesError } from "#lib/contract/result.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ModelAnswer } from "#server/models/model.ts";
import { forecastSchema, timingSchema } from "./wire.ts";

/**
 * Parses and validates a model server's answer without changing it. Throws INVALID_MODEL_TIMING if only the timing is
 * invalid, and INVALID_MODEL_RESPONSE for any other violation.
 */
export function readAnswer(bytes: Uint8Array, requestId: string, task: Task): ModelAnswer {
  const parsed = parseBody(bytes);
  if (!parsed.ok) throw refusal("the answer is not JSON");
  if (parsed.duplicates.length > 0) throw refusal("the answer contains a duplicate member name");
  const forecast = forecastSchema.safeParse(parsed.value);
  if (!forecast.success) throw refusal(`${String(forecast.error.issues[0]?.path[0] ?? "the answer")} is invalid`);
  const { model_version: modelVersion, probabilities, choice, request_id } = forecast.data;
  const lie = probabilitiesError(task, probabilities);
  if (lie !== undefined) throw refusal(lie);
  if (choice !== undefined && choice !== chooseOption(probabilities))
    throw refusal("the choice is not the most probable option");
  if (request_id !== undefined && request_id !== requestId) throw refusal("the request_id is that of another request");
  const timing = timingSchema.safeParse(forecast.data.timing);
  if (!timing.success) throw new GatewayError("INVALID_MODEL_TIMING", { detail: "a time is missing or invalid" });
  return { modelVersion, probabilities, timing: timing.data };
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}
