import type { OrderedRequest } from "./request.ts";
import type { PredictionResponse } from "./response.ts";

/** JSON texts with the options in the caller's order, which `JSON.stringify` loses for ids such as `10`. */

/** A request as JSON on one line. */
export function printOrderedRequest({ request: { model, task, input }, options }: OrderedRequest): string {
  return `{"model":${print(model)},"task":${printTask(task, options)},"input":${print(input)}}`;
}

/** A response as JSON, its members in their own order. `taskText` is the text of its task, where it is known. */
export function printOrderedResponse(
  response: PredictionResponse,
  options: readonly string[],
  taskText = printTask(response.task, options),
): string {
  const probabilities = printOptions(response.result.probabilities, options);
  return printMembers(response, { task: taskText, result: printMembers(response.result, { probabilities }) });
}

/** `texts` has the JSON of the members that are not printed as they are. */
function printMembers(value: object, texts: Readonly<Record<string, string>>): string {
  let text = "";
  // Concatenates strings: map() and join() take several times as long.
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

/** `options` names each member of `record` once. */
function printOptions(record: Readonly<Record<string, unknown>>, options: readonly string[]): string {
  return JSON.stringify(record, [...options]);
}

const print = (value: unknown): string => JSON.stringify(value);
