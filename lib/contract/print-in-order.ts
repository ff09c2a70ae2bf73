import type { OrderedRequest } from "./request.ts";
import type { PredictionResponse } from "./response.ts";

/** JSON texts with the options in the caller's order, which `JSON.stringify` loses for ids such as `10`. */

/** A request as JSON on one line. */
export function printOrderedRequest({ request: { model, task, input }, options }: OrderedRequest): string {
  return `{"model":${print(model)},"task":${printTask(task, options)},"input":${print(input)}}`;
}

/**
 * A valid response as JSON in a fixed member order, so that one read from the audit log gives exactly the bytes that were
 * sent. `taskText` is the text of its task, where it is known.
 */
export function printOrderedResponse(
  response: PredictionResponse,
  options: readonly string[],
  taskText = printTask(response.task, options),
): string {
  const { result, timing } = response;
  // Only the task and the model may hold characters that JSON escapes. One text of pieces, because a call of
  // JSON.stringify() for each member takes five times as long.
  return (
    `{"schema_version":"${response.schema_version}","request_id":"${response.request_id}"` +
    `,"model":${print(response.model)},"model_version":"${response.model_version}","task":${taskText}` +
    `,"result":{"type":"${result.type}","choice":"${result.choice}"` +
    `,"probabilities":${printProbabilities(result.probabilities, options)}` +
    `,"confidence":${result.confidence},"calibration_status":"${result.calibration_status}"}` +
    `,"generated_at":"${response.generated_at}","input_as_of":"${response.input_as_of}"` +
    `,"input_id":"${response.input_id}"` +
    `,"timing":{"gateway_queue_ms":${timing.gateway_queue_ms},"model_queue_ms":${timing.model_queue_ms}` +
    `,"inference_ms":${timing.inference_ms},"load_ms":${timing.load_ms},"cold_start":${timing.cold_start}` +
    `,"gateway_total_ms":${timing.gateway_total_ms},"cache_hit":${timing.cache_hit}` +
    `,"client_end_to_end_ms":${timing.client_end_to_end_ms}},"mode":"${response.mode}"}`
  );
}

function printProbabilities(probabilities: Readonly<Record<string, number>>, options: readonly string[]): string {
  let text = "";
  for (const option of options) text += `${text === "" ? "" : ","}"${option}":${probabilities[option]}`;
  return `{${text}}`;
}

export function printTask(task: PredictionResponse["task"], options: readonly string[]): string {
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
