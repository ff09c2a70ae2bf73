import { fromLogs, sum, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Share } from "./reading.ts";

/** The distribution from one kind of observation, and its weight against the other kinds. */
export interface Evidence {
  readonly logs: Vector;
  readonly weight: number;
  /** The share of each of its observations; sums to 1. */
  readonly used: readonly Share[];
}

export interface Combined {
  readonly distribution: Vector;
  /** The share of each observation in the whole, by index in the input; sums to 1. */
  readonly used: readonly Share[];
}

/** Returns the weighted mean in log space over at least one kind of evidence. */
export function combine(evidence: readonly Evidence[]): Combined {
  const total = sum(evidence.map((one) => one.weight));
  const used = evidence.flatMap((one) =>
    one.used.map(({ observation, weight }) => ({ observation, weight: weight * (one.weight / total) })),
  );
  return {
    distribution: fromLogs(weightedMean(evidence)),
    used: used.sort((a, b) => a.observation - b.observation),
  };
}
