import type { Answered } from "./read-answered.ts";

/** Returns a forecast's option ids in the caller's order; in canonical order if an old release recorded the event. */
export function optionsOf({ options, result }: Answered): readonly string[] {
  return options ?? Object.keys(result.probabilities);
}
