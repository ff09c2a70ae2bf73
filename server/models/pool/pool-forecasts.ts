import { extremise, powerMean, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Forecast, Share } from "./reading.ts";

/** The combined forecast of all sources. */
export interface Crowd {
  readonly logs: Vector;
  /** The effective number of sources; the base rate counts as 1. */
  readonly weight: number;
  readonly sources: number;
  /** The factor applied to the distance of the mean's log odds from the base rate. */
  readonly exponent: number;
  /** The share of each forecast; sums to 1. */
  readonly used: readonly Share[];
}

/**
 * Pools the forecasts of each source, then the sources by their weighted power mean. With two options, moves that mean
 * away from the base rate `base` (log probabilities). The weight of a source is the mean `weight` of its forecasts, divided
 * by the time from its newest forecast to the deadline (at least one half-life), because the variance of a random walk grows with time.
 * `horizon` is the time from `as_of` to the deadline in days; the longer it is, the longer the half-life of forecasts.
 * The effective number of sources is (Σw)²/Σw² (Kish). Returns undefined without forecasts.
 */
export function poolForecasts(
  forecasts: readonly Dated<Forecast>[],
  base: Vector,
  horizon: number,
  parameters: Parameters,
): Crowd | undefined {
  if (forecasts.length === 0) return undefined;
  const bySource = Map.groupBy(forecasts, (forecast) => forecast.source);
  const halfLife = Math.max(parameters.half_life_least_days, parameters.half_life_share * horizon);
  const sources = [...bySource.values()].map((forecasts) => poolSource(forecasts, halfLife, parameters));
  const rows = sources.map((source) => ({
    ...source,
    weight: source.weight / Math.max(halfLife, horizon + source.age),
  }));
  const total = sum(rows.map((row) => row.weight));
  const n = Math.max(1, 1 / sum(rows.map((row) => (row.weight / total) ** 2)));
  const exponent = base.length === 2 ? parameters.binary_exponent : 1;
  return {
    logs: extremise(powerMean(rows, parameters.mean_exponent), base, exponent),
    weight: n,
    sources: rows.length,
    exponent,
    used: rows.flatMap((row) =>
      row.used.map(({ observation, weight }) => ({ observation, weight: weight * (row.weight / total) })),
    ),
  };
}

interface Source {
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
function poolSource(forecasts: readonly Dated<Forecast>[], halfLife: number, { floor }: Parameters): Source {
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
