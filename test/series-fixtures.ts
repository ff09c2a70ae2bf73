import type { Observation } from "#lib/contract/request.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import { type Answer, answer } from "#server/models/pool/answer.ts";
import { PARAMETERS, type Parameters } from "#server/models/pool/parameters.ts";
import { readObservations } from "#server/models/pool/read-observations.ts";
import type { ParsedInput } from "#server/models/pool/reading.ts";
import { inputOf, taskOf } from "#test/pool-fixtures.ts";

/** Fixed parameters, so that a new fit does not change expected values. */
export const FIXED: Parameters = {
  ...PARAMETERS,
  series_drift_share: 0.33,
  series_reversion_share: 0.0625,
  series_degrees: 5,
  series_degrees_growth: 0.2,
  series_spread: 0.9,
  series_unchanged_share: 0.4,
  series_recent_factor: 0.75,
  series_recent_prior: 2,
  series_unknown_horizon: 0.02,
  series_unknown_measurements: 0.5,
};

export const task = taskOf("low", "middle", "high");

export const CLIMB = [10, 12, 11, 14, 13, 16, 15, 18, 17, 20];

/** Returns intervals for three options, split at two values. */
export function cut(low: number, high: number): Record<string, Record<string, number>> {
  return { low: { below: low }, middle: { at_least: low, at_most: high }, high: { above: high } };
}

export function read(...context: Observation[]): ParsedInput {
  return readObservations(task, inputOf(...context), FIXED);
}

export function answerOf(...context: Observation[]): Answer | undefined {
  return answerTo(read(...context));
}

/** Returns the answer with its distribution in the order low, middle, high. */
export function answerTo(parsed: ParsedInput): Answer | undefined {
  const found = answer(parsed, FIXED);
  if (found === undefined) return undefined;
  const distribution = ["low", "middle", "high"].map(
    (option) => found.distribution[parsed.options.indexOf(option)] ?? Number.NaN,
  );
  return { ...found, distribution };
}

export function distributionOf(...context: Observation[]): Vector {
  const found = answerOf(...context);
  if (found === undefined) throw new Error("no answer from this context");
  return found.distribution;
}
