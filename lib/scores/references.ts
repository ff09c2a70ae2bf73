import { compareDateTimes } from "#lib/contract/date-time.ts";
import { countsSchema, forecastSchema } from "#lib/contract/observation-kinds.ts";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import type { Distribution } from "#lib/stats/distribution.ts";

/** Reference forecasts from the request's context. Undefined if the context does not contain them. */
export interface References {
  /** Frequencies from the newest counts of comparable past cases. */
  readonly baseRate: Distribution | undefined;
  /** The newest forecast of another source: a crowd, a market, an expert. */
  readonly lastCrowd: Distribution | undefined;
}

/**
 * Uses only observations whose options are exactly those of the task. Of two observations with the same date, the later
 * one in the list wins.
 */
export function readReferences({ task, input }: Pick<PredictionRequest, "task" | "input">): References {
  const options = Object.keys(task.criteria);
  const covers = (numbers: Readonly<Record<string, number>>) =>
    Object.keys(numbers).length === options.length && options.every((option) => Object.hasOwn(numbers, option));
  let [baseRate, lastCrowd]: (Distribution | undefined)[] = [];
  for (const observation of [...input.context].sort(byDate)) {
    if (observation.type !== "structured") continue;
    const counts = countsSchema.safeParse(observation.data);
    if (counts.success && covers(counts.data.counts)) baseRate = toShares(counts.data.counts) ?? baseRate;
    const forecast = forecastSchema.safeParse(observation.data);
    if (forecast.success && covers(forecast.data.probabilities)) lastCrowd = forecast.data.probabilities;
  }
  return { baseRate, lastCrowd };
}

function toShares(counts: Readonly<Record<string, number>>): Distribution | undefined {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  return Object.fromEntries(Object.entries(counts).map(([option, count]) => [option, count / total]));
}

function byDate(one: Observation, other: Observation): number {
  return compareDateTimes(one.observed_at, other.observed_at);
}
