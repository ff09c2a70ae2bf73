import { shorten } from "./shorten.ts";

/** Returns a message if the object's keys are not exactly the task's option ids; undefined if they are. */
export function optionError(values: object, options: readonly string[]): string | undefined {
  const missing = options.find((option) => !Object.hasOwn(values, option));
  if (missing !== undefined) return `The option "${shorten(missing)}" is missing.`;
  const names = Object.keys(values);
  if (names.length === options.length) return undefined;
  return `"${shorten(names.find((name) => !options.includes(name)) ?? "")}" is not an option of the task.`;
}
