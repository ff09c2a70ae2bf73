import { jensenShannon } from "#lib/stats/distances.ts";
import { fromLogs, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { mean } from "#lib/stats/scores.ts";
import { byOption } from "#server/models/by-option.ts";
import { settleTies } from "#server/models/settle-ties.ts";
import type { Combining } from "./method.ts";

/** A usable answer and the index of its option order. */
export interface UsableSample {
  readonly order: number;
  /** Over the options sorted by id. */
  readonly distribution: Vector;
}

export interface Combined {
  /** Sums to 1; ties are exact. */
  readonly distribution: Vector;
  /** The shrinkage factor on the mean's distance from equal probabilities; 1 means no shrinkage. */
  readonly kept: number;
}

/** Variance per dimension of the centred log probabilities if every distribution is equally likely. */
const PRIOR_VARIANCE = Math.PI ** 2 / 6;

/**
 * Returns the mean in log space of at least one sample. Every order has the same weight, however many usable samples it
 * has, so position bias stays balanced. With `shrink`, returns the posterior mean of the centred logarithms under a
 * normal prior around equal probabilities and the samples' variance: samples that agree are not shrunk.
 */
export function combine(samples: readonly UsableSample[], { floor, shrink }: Combining): Combined {
  const byOrder = Map.groupBy(samples, ({ order }) => order);
  const rows = samples.map(({ order, distribution }) => ({
    logs: centre(toLogs(distribution, floor)),
    weight: 1 / (byOrder.size * (byOrder.get(order)?.length ?? 1)),
  }));
  const centred = weightedMean(rows);
  const kept = shrink ? PRIOR_VARIANCE / (PRIOR_VARIANCE + errorOf(rows, centred)) : 1;
  return { distribution: settleTies(fromLogs(centred.map((log) => log * kept))), kept };
}

function centre(logs: Vector): Vector {
  const middle = mean(logs);
  return logs.map((log) => log - middle);
}

/** Estimates the variance of the weighted mean per dimension from the distances of its rows; 0 for one row. */
function errorOf(rows: readonly { readonly logs: Vector; readonly weight: number }[], centred: Vector): number {
  const squares = sum(rows.map(({ weight }) => weight ** 2));
  // The variance cannot be estimated from a single row.
  if (rows.length < 2 || squares >= 1) return 0;
  const distances = rows.map(
    ({ logs, weight }) => weight * sum(logs.map((log, option) => (log - (centred[option] ?? 0)) ** 2)),
  );
  return ((sum(distances) / (1 - squares)) * squares) / Math.max(1, centred.length - 1);
}

/**
 * Returns the disagreement of the samples: the mean Jensen–Shannon distance over all pairs, 0..1; null for fewer than
 * two.
 */
export function spreadOf(samples: readonly Vector[], options: readonly string[]): number | null {
  const distributions = samples.map((sample) => byOption(options, sample));
  const distances = distributions.flatMap((one, index) =>
    distributions.slice(index + 1).map((other) => jensenShannon(one, other)),
  );
  return distances.length === 0 ? null : mean(distances);
}
