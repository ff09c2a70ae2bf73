import { fromLogs, sum, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import type { Share } from "./reading.ts";

/** What one kind of observation says, and how much it counts beside the others. */
export interface Evidence {
  readonly logs: Vector;
  readonly weight: number;
  /** What each of its observations contributes to it; sums to 1. */
  readonly used: readonly Share[];
}

export interface Combined {
  readonly distribution: Vector;
  /** What each observation contributes to the whole, by place in the input; sums to 1. */
  readonly used: readonly Share[];
}

/** The weighted mean in log space over the kinds of evidence; at least one. */
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
