import { extremise, fromLogs, powerMean, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { posteriorMean } from "#lib/stats/posterior-mean.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { settleTies } from "#server/models/settle-ties.ts";
import { combine } from "./combine.ts";
import type { Parameters } from "./parameters.ts";
import { poolSeries } from "./pool-series.ts";
import type { Counts, Dated, Forecast, ParsedInput, Share } from "./reading.ts";

export interface Answer {
  /** Probabilities in the order of the sorted option ids; sums to 1. */
  readonly distribution: Vector;
  readonly baseRate: Vector | undefined;
  readonly crowd: Pick<Crowd, "sources" | "weight" | "exponent"> | undefined;
  readonly used: readonly Share[];
}

/**
 * Computes the distribution from the parsed input. Returns undefined if the input has no usable observation, because
 * the model never guesses. Without counts, forecasts are extremised relative to a uniform base rate, which is not
 * itself evidence.
 */
export function answer(parsed: ParsedInput, parameters: Parameters): Answer | undefined {
  const baseRate = poolCounts(parsed.counts, parameters);
  const base = baseRate?.logs ?? uniform(parsed.options.length);
  const crowd = poolForecasts(parsed.forecasts, base, parsed.horizon, parameters);
  const evidence = [baseRate, crowd, poolSeries(parsed.series, parameters)].filter((one) => one !== undefined);
  if (evidence.length === 0) return undefined;
  const { distribution, used } = combine(evidence);
  return {
    distribution: settleTies(raiseToFloor(distribution, parameters.floor)),
    baseRate: baseRate === undefined ? undefined : fromLogs(baseRate.logs),
    crowd,
    used,
  };
}

function uniform(options: number): Vector {
  return Array.from({ length: options }, () => -Math.log(options));
}

/** The base rate: log probabilities from counts of comparable past cases. */
interface BaseRate {
  readonly logs: Vector;
  /** The weight relative to one source of forecasts, which has weight 1. */
  readonly weight: number;
  readonly used: readonly Share[];
}

/**
 * Combines the posterior means of the reference classes by their weighted mean in log space. A class of N cases has
 * weight N/(N + counts_half_cases), so a class of three cases has little weight. Returns undefined without counts.
 */
function poolCounts(all: readonly Dated<Counts>[], parameters: Parameters): BaseRate | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map((one) => ({
    observation: one.observation,
    logs: toLogs(posteriorMean(one.counts), parameters.floor),
    weight: one.cases / (one.cases + parameters.counts_half_cases),
  }));
  const total = sum(rows.map((row) => row.weight));
  const strongest = Math.max(...rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    weight: parameters.counts_weight * strongest,
    used: rows.map(({ observation, weight }) => ({ observation, weight: weight / total })),
  };
}

/** The combined forecast of all sources. */
interface Crowd {
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
function poolForecasts(
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
