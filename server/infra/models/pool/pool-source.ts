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
export function poolSource(readings: readonly Dated<Forecast>[], halfLife: number, { floor }: Parameters): Source {
  let age = Infinity;
  for (const reading of readings) age = Math.min(age, reading.age);
  const recency = readings.map((reading) => 2 ** ((age - reading.age) / halfLife));
  const rows = readings.map((reading, index) => ({
    observation: reading.observation,
    logs: toLogs(reading.probabilities, floor),
    weight: reading.weight * (recency[index] ?? 0),
  }));
  const total = sum(rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    age,
    weight: total / sum(recency),
    used: rows.map(({ observation, weight }) => ({ observation, weight: weight / total })),
  };
}
