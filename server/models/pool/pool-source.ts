import { sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Forecast, Share } from "./reading.ts";

export interface Source {
  readonly logs: Vector;
  /** The age of the newest forecast in days. */
  readonly age: number;
  /** The mean of the `weight` fields of the forecasts; recent forecasts count more. */
  readonly weight: number;
  /** The share of each forecast; sums to 1. */
  readonly used: readonly Share[];
}

/**
 * Pools the forecasts of one source by their mean in log space, weighted by weight · 2^(−age/halfLife), in days. Ages
 * count from the newest forecast: that leaves all shares unchanged and avoids underflow for very old forecasts.
 */
export function poolSource(forecasts: readonly Dated<Forecast>[], halfLife: number, { floor }: Parameters): Source {
  let age = Infinity;
  for (const forecast of forecasts) age = Math.min(age, forecast.age);
  const recency = forecasts.map((forecast) => 2 ** ((age - forecast.age) / halfLife));
  const rows = forecasts.map((forecast, index) => ({
    observation: forecast.observation,
    logs: toLogs(forecast.probabilities, floor),
    weight: forecast.weight * (recency[index] ?? 0),
  }));
  const total = sum(rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    age,
    weight: total / sum(recency),
    used: rows.map(({ observation, weight }) => ({ observation, weight: weight / total })),
  };
}
