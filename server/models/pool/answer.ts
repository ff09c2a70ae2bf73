import { fromLogs, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { posteriorMean } from "#lib/stats/posterior-mean.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { settleTies } from "#server/models/settle-ties.ts";
import { combine } from "./combine.ts";
import type { Parameters } from "./parameters.ts";
import { type Crowd, poolForecasts } from "./pool-forecasts.ts";
import { poolSeries } from "./pool-series.ts";
import type { Counts, Dated, ParsedInput, Share } from "./reading.ts";

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
