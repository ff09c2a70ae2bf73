import type { Answered } from "./read-answered.ts";

/** Returns a forecast's options in the caller's order. Early events did not record it; they use the canonical order. */
export function optionsOf({ options, result }: Answered): readonly string[] {
  return options ?? Object.keys(result.probabilities);
}
