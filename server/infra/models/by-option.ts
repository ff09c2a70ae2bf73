import type { Vector } from "#lib/stats/log-space.ts";

/** A vector as an object from option id to value. Every id becomes an own property, `constructor` too. */
export function byOption(options: readonly string[], values: Vector): Record<string, number> {
  return Object.fromEntries(options.map((option, index) => [option, values[index] ?? 0]));
}
