import type { Task } from "#lib/contract/request.ts";
import type { ModelTiming, PredictionResult } from "#lib/contract/response.ts";
import { chooseOption, probabilitiesError } from "#lib/contract/result.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ModelAnswer } from "#server/models/model.ts";

/** The model's reported time may exceed the gateway's measurement by this much. */
const CLOCK_TOLERANCE_MS = 50;

const VERSION = /^r13-c@[a-f0-9]{40}$/;

/**
 * Converts a model answer to the result. Throws INVALID_MODEL_RESPONSE if the answer is invalid: values are never
 * fixed, clamped or renormalised.
 */
export function toResult(task: Task, answer: ModelAnswer): PredictionResult {
  const violation = VERSION.test(answer.modelVersion)
    ? probabilitiesError(task, answer.probabilities)
    : "the model version has an invalid format";
  if (violation !== undefined)
    throw new GatewayError("INVALID_MODEL_RESPONSE", { detail: violation, usage: answer.usage });
  return {
    type: "choice",
    choice: chooseOption(answer.probabilities),
    probabilities: { ...answer.probabilities },
    confidence: null,
    calibration_status: "not_independently_verified",
  };
}

/** Throws INVALID_MODEL_TIMING if a time is invalid or the sum exceeds `seenMs`, the gateway's own measurement. */
export function checkTiming({ timing, usage }: ModelAnswer, seenMs: number): ModelTiming {
  const parts = [timing.model_queue_ms, timing.inference_ms, timing.load_ms];
  const sum = parts.reduce((total, part) => total + part, 0);
  const valid = parts.every((part) => Number.isFinite(part) && part >= 0) && typeof timing.cold_start === "boolean";
  if (!valid || sum > seenMs + CLOCK_TOLERANCE_MS) {
    const detail = valid
      ? `reported ${sum} ms, but measured ${seenMs} ms`
      : "a time is missing, negative or not a number";
    throw new GatewayError("INVALID_MODEL_TIMING", { detail, usage });
  }
  return timing;
}
