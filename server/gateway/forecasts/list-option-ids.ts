import type { Answered } from "./read-answered.ts";

/** The options of a forecast in the caller's order; of an early event, which does not have it, in the canonical one. */
export function optionsOf({ options, result }: Answered): readonly string[] {
  return options ?? Object.keys(result.probabilities);
}
