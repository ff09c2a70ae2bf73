import { shorten } from "./shorten.ts";

/** Whether this object names exactly the task's options. Returns the violation or undefined. */
export function optionError(values: object, options: readonly string[]): string | undefined {
  const missing = options.find((option) => !Object.hasOwn(values, option));
  if (missing !== undefined) return `It does not name the option ${shorten(missing)}.`;
  const names = Object.keys(values);
  if (names.length === options.length) return undefined;
  return `${shorten(names.find((name) => !options.includes(name)) ?? "")} is no option of the task.`;
}
