import type { JsonObject } from "#lib/contract/json.ts";
import type { Answer } from "./answer.ts";
import type { Vector } from "./log-space.ts";
import type { Parameters } from "./parameters.ts";

/**
 * How an answer came about, for the record and the console. `used` and `ignored` name observations by their place in
 * `input.context`; the weights are shares of the whole in log space and sum to 1.
 */
export function traceOf(answer: Answer, options: readonly string[], parameters: Parameters): JsonObject {
  const { baseRate, crowd } = answer;
  return {
    method: "pool",
    parameters: { ...parameters },
    used: answer.used.map(({ observation, weight }) => ({ observation, weight })),
    ignored: answer.ignored.map(({ observation, reason }) => ({ observation, reason })),
    base_rate: baseRate === undefined ? null : byOption(options, baseRate),
    forecasts:
      crowd === undefined
        ? null
        : { sources: crowd.sources, effective_sources: crowd.weight, exponent: crowd.exponent },
  };
}

/** A vector as an object from option id to value. Every id becomes an own property, `constructor` too. */
export function byOption(options: readonly string[], values: Vector): Record<string, number> {
  return Object.fromEntries(options.map((option, index) => [option, values[index] ?? 0]));
}
