import { fromLogs, sum, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Share } from "./reading.ts";

/** The log probabilities from one kind of observation, and their weight relative to other kinds. */
export interface Evidence {
  readonly logs: Vector;
  readonly weight: number;
  /** The share of each observation of this kind; sums to 1. */
  readonly used: readonly Share[];
}

export interface Combined {
  readonly distribution: Vector;
  /** The share of each observation in the answer, sorted by index in the input; sums to 1. */
  readonly used: readonly Share[];
}

/** Combines one or more kinds of evidence by their weighted mean in log space. */
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
