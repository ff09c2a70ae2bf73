import { sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Forecast, Share } from "./reading.ts";

/** One source's readings, pooled. */
export interface Source {
  readonly logs: Vector;
  /** Age of its newest reading in days. */
  readonly age: number;
  /** The mean `weight` of its readings, by recency. */
  readonly weight: number;
  /** What each reading contributes; sums to 1. */
  readonly used: readonly Share[];
}

/**
 * Pools the readings of one source in log space, each by weight · 2^(−age/half-life), half-life and ages in days. Ages are counted from the newest
 * reading, which changes no share and keeps the sum away from 0 where all of them are years old.
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
