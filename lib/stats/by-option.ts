import type { Vector } from "./log-space.ts";

/** Converts a vector to an object by option id. Every id becomes an own property, even `constructor`. */
export function byOption(options: readonly string[], values: Vector): Record<string, number> {
  return Object.fromEntries(options.map((option, index) => [option, values[index] ?? 0]));
}
