import type { OrderedRequest } from "./request.ts";
import type { PredictionResponse } from "./response.ts";

/** Prints JSON with the options in the caller's order, which `JSON.stringify` loses for ids such as `10`. */

export function printOrderedRequest({ request: { model, task, input }, options }: OrderedRequest): string {
  return `{"model":${print(model)},"task":${printTask(task, options)},"input":${print(input)}}`;
}

/** Returns the response as JSON with its members in their own order. `taskText` is the JSON of its task, if known. */
export function printOrderedResponse(
  response: PredictionResponse,
  options: readonly string[],
  taskText = printTask(response.task, options),
): string {
  const probabilities = printOptions(response.result.probabilities, options);
  return printMembers(response, { task: taskText, result: printMembers(response.result, { probabilities }) });
}

/** `texts` maps member names to the JSON that replaces the default output. */
function printMembers(value: object, texts: Readonly<Record<string, string>>): string {
  let text = "";
  // String concatenation is several times faster than map() and join().
  for (const [name, member] of Object.entries(value)) {
    text += `${text === "" ? "" : ","}"${name}":${texts[name] ?? print(member)}`;
  }
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

/** `options` lists each member name of `record` once. */
function printOptions(record: Readonly<Record<string, unknown>>, options: readonly string[]): string {
  return JSON.stringify(record, [...options]);
}

const print = (value: unknown): string => JSON.stringify(value);
