import { MAX_OPTIONS, MIN_OPTIONS, OPTION_ID_PATTERN } from "./bounds.ts";
import { readDateTime } from "./date-time.ts";
import type { PredictionResponse } from "./response.ts";

/**
 * Recognises a response that obeys the contract, many times as fast as its schema. It only ever accepts: what it does not
 * recognise is left to the schema. The task must be one that the schema has accepted.
 */
export function acceptResponse(response: PredictionResponse): boolean {
  const { schema_version, request_id, model, model_version, result, generated_at, input_as_of, input_id } = response;
  return (
    Object.keys(response).length === 11 &&
    schema_version === "1.1" &&
    matches(request_id, UUID) &&
    typeof model === "string" &&
    matches(model_version, VERSION) &&
    isResult(result) &&
    isDateTime(generated_at) &&
    isDateTime(input_as_of) &&
    matches(input_id, DIGEST) &&
    isTiming(response.timing) &&
    response.mode === "research"
  );
}

/** Of version 7, which the gateway makes. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const VERSION = /^r13-c@[a-f0-9]{40}$/;
const DIGEST = /^sha256:[a-f0-9]{64}$/;
const OPTION_ID = new RegExp(OPTION_ID_PATTERN);

function isResult(result: PredictionResponse["result"]): boolean {
  const { type, choice, probabilities, confidence, calibration_status } = result;
  const options = Object.keys(probabilities);
  if (options.length < MIN_OPTIONS || options.length > MAX_OPTIONS) return false;
  for (const option of options) {
    const probability = probabilities[option];
    if (!OPTION_ID.test(option) || !isAmount(probability) || probability > 1) return false;
  }
  return (
    Object.keys(result).length === 5 &&
    type === "choice" &&
    matches(choice, OPTION_ID) &&
    confidence === null &&
    calibration_status === "not_independently_verified"
  );
}

function isTiming(timing: PredictionResponse["timing"]): boolean {
  const { gateway_queue_ms, model_queue_ms, inference_ms, load_ms, cold_start, gateway_total_ms } = timing;
  return (
    Object.keys(timing).length === 8 &&
    isAmount(gateway_queue_ms) &&
    isAmount(model_queue_ms) &&
    isAmount(inference_ms) &&
    isAmount(load_ms) &&
    typeof cold_start === "boolean" &&
    isAmount(gateway_total_ms) &&
    timing.cache_hit === false &&
    timing.client_end_to_end_ms === null
  );
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function isDateTime(text: string): boolean {
  return readDateTime(text).ok;
}
