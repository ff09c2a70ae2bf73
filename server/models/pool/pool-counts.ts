import { sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { posteriorMean } from "#lib/stats/posterior-mean.ts";
import type { Parameters } from "./parameters.ts";
import type { Counts, Dated, Share } from "./reading.ts";

/** The base rate: log probabilities from counts of comparable past cases. */
export interface BaseRate {
  readonly logs: Vector;
  /** The weight relative to one source of forecasts, which has weight 1. */
  readonly weight: number;
  readonly used: readonly Share[];
}

/**
 * Combines the posterior means of the reference classes by their weighted mean in log space. A class of N cases has
 * weight N/(N + counts_half_cases), so a class of three cases has little weight. Returns undefined without counts.
 */
export function poolCounts(all: readonly Dated<Counts>[], parameters: Parameters): BaseRate | undefined {
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
