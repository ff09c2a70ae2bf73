import { parseBody } from "#lib/contract/parse-body.ts";
import type { Task } from "#lib/contract/request.ts";
import { chooseOption, faultOfProbabilities } from "#lib/contract/result.ts";
import { GatewayError } from "#server/error.ts";
import type { ModelAnswer } from "#server/model/model.ts";
import { answerOfServer } from "./wire.ts";

/**
 * Reads what a model server answered to this request. Rejects with INVALID_MODEL_RESPONSE, or with INVALID_MODEL_TIMING
 * where nothing but the timing is wrong. What it lets through is untouched.
 */
export function readAnswer(bytes: Uint8Array, requestId: string, task: Task): ModelAnswer {
  const parsed = parseBody(bytes);
  if (!parsed.ok) throw refusal("no JSON");
  if (parsed.duplicates.length > 0) throw refusal("a name occurs twice");
  const checked = answerOfServer.safeParse(parsed.value);
  const faults = checked.error?.issues.map(({ path }) => String(path[0] ?? "the whole")) ?? [];
  const fault = faults.find((place) => place !== "timing");
  if (fault !== undefined) throw refusal(`${fault} is wrong`);
  if (!checked.success) throw new GatewayError("INVALID_MODEL_TIMING", { detail: "a time is missing or no time" });
  const { model_version: modelVersion, probabilities, timing, choice, request_id } = checked.data;
  const lie = faultOfProbabilities(task, probabilities);
  if (lie !== undefined) throw refusal(lie);
  if (choice !== undefined && choice !== chooseOption(probabilities)) throw refusal("the choice is not the argmax");
  if (request_id !== undefined && request_id !== requestId) throw refusal("it answers another request");
  return { modelVersion, probabilities, timing };
}

function refusal(detail: string): GatewayError {
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}
