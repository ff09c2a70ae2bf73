import fc from "fast-check";
import { expect } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { byOption } from "#lib/stats/by-option.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import { answer } from "#server/models/pool/answer.ts";
import { PARAMETERS } from "#server/models/pool/parameters.ts";
import { readObservations } from "#server/models/pool/read-observations.ts";
import { inputOf, taskOf } from "#test/pool-fixtures.ts";

/** Returns the probabilities of an answer in the order of `options`. */
export function distributionOf(
  options: readonly string[],
  context: readonly Observation[],
  parameters = PARAMETERS,
): Vector {
  const parsed = readObservations(taskOf(...options), inputOf(...context), parameters);
  const found = answer(parsed, parameters);
  if (found === undefined) throw new Error("no answer from this context");
  return options.map((option) => found.distribution[parsed.options.indexOf(option)] ?? Number.NaN);
}

export function expectClose(found: Vector, wanted: Vector): void {
  expect(found).toHaveLength(wanted.length);
  for (const [index, value] of found.entries()) expect(value).toBeCloseTo(wanted[index] ?? -1, 10);
}

/** Generates distributions over the options a, b and c; at most two of them have probability 0. */
export const abc = fc
  .tuple(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), fc.integer({ min: 1, max: 1000 }))
  .map(([a, b, c]) => byOption(["a", "b", "c"], [a / (a + b + c), b / (a + b + c), c / (a + b + c)]));
