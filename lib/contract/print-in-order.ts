import type { OrderedRequest } from "./request.ts";
import type { PredictionResponse } from "./response.ts";

/** JSON texts with the options in the caller's order, which `JSON.stringify` loses for ids such as `10`. */

/** A request as JSON on one line. */
export function printOrderedRequest({ request: { model, task, input }, options }: OrderedRequest): string {
  return `{"model":${print(model)},"task":${printTask(task, options)},"input":${print(input)}}`;
}

/**
 * A response as JSON in a fixed member order, so that a response read from the audit log gives exactly the bytes that
 * were sent.
 */
export function printOrderedResponse(response: PredictionResponse, options: readonly string[]): string {
  const { result, timing } = response;
  const members = [
    `"schema_version":${print(response.schema_version)}`,
    `"request_id":${print(response.request_id)}`,
    `"model":${print(response.model)}`,
    `"model_version":${print(response.model_version)}`,
    `"task":${printTask(response.task, options)}`,
    `"result":{"type":${print(result.type)},"choice":${print(result.choice)}` +
      `,"probabilities":${printOptions(result.probabilities, options)}` +
      `,"confidence":${print(result.confidence)},"calibration_status":${print(result.calibration_status)}}`,
    `"generated_at":${print(response.generated_at)}`,
    `"input_as_of":${print(response.input_as_of)}`,
    `"input_id":${print(response.input_id)}`,
    `"timing":${print({
      gateway_queue_ms: timing.gateway_queue_ms,
      model_queue_ms: timing.model_queue_ms,
      inference_ms: timing.inference_ms,
      load_ms: timing.load_ms,
      cold_start: timing.cold_start,
      gateway_total_ms: timing.gateway_total_ms,
      cache_hit: timing.cache_hit,
      client_end_to_end_ms: timing.client_end_to_end_ms,
    })}`,
    `"mode":${print(response.mode)}`,
  ];
  return `{${members.join(",")}}`;
}

function printTask(task: PredictionResponse["task"], options: readonly string[]): string {
  const { type, instructions, criteria, resolution } = task;
  const { criteria: decidedBy, resolves_at } = resolution;
  return (
    `{"type":${print(type)},"instructions":${print(instructions)},"criteria":${printOptions(criteria, options)}` +
    `,"resolution":${print({ criteria: decidedBy, resolves_at })}}`
  );
}

/** `options` names each member of `record` once. */
function printOptions(record: Readonly<Record<string, unknown>>, options: readonly string[]): string {
  return `{${options.map((option) => `${print(option)}:${print(record[option])}`).join(",")}}`;
}

const print = (value: unknown): string => JSON.stringify(value);
