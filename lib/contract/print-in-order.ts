import type { OrderedRequest } from "./request.ts";
import type { PredictionResponse } from "./response.ts";

/** Prints JSON with the options in the caller's order, which `JSON.stringify` loses for ids such as `10`. */

export function printOrderedRequest({ request: { model, task, input }, options }: OrderedRequest): string {
  return printMembers({ model, task, input }, { task: printTask(task, options) });
}

/** Returns the response as JSON with its members in their own order. */
export function printOrderedResponse(response: PredictionResponse, options: readonly string[]): string {
  const probabilities = printOptions(response.result.probabilities, options);
  return printMembers(response, {
    task: printTask(response.task, options),
    result: printMembers(response.result, { probabilities }),
  });
}

function printTask(task: PredictionResponse["task"], options: readonly string[]): string {
  const { type, instructions, criteria } = task;
  const resolution = { criteria: task.resolution.criteria, resolves_at: task.resolution.resolves_at };
  return printMembers({ type, instructions, criteria, resolution }, { criteria: printOptions(criteria, options) });
}

/** `texts` maps member names to the JSON that replaces the default output. */
function printMembers(value: object, texts: Readonly<Record<string, string>>): string {
  const members = Object.entries(value).map(([name, member]) => `"${name}":${texts[name] ?? JSON.stringify(member)}`);
  return `{${members.join()}}`;
}

/** `options` lists each member name of `record` once. */
function printOptions(record: Readonly<Record<string, unknown>>, options: readonly string[]): string {
  return JSON.stringify(record, [...options]);
}
