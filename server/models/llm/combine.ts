import { byOption } from "#lib/stats/by-option.ts";
import { jensenShannon } from "#lib/stats/distances.ts";
import { fromLogs, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { mean } from "#lib/stats/scores.ts";
import { settleTies } from "#server/models/settle-ties.ts";
import type { Combining } from "./method.ts";

export interface UsableSample {
  readonly order: number;
  /** Probabilities in the order of the sorted option ids; sums to 1. */
  readonly distribution: Vector;
}

export interface Combined {
  /** Sums to 1. Probabilities that differ only by rounding are made equal. */
  readonly distribution: Vector;
  /** The factor, 0..1, on the distance of the mean from equal probabilities; 1 means no shrinkage. */
  readonly kept: number;
}

/** The variance of centred log probabilities, per dimension, if all distributions are equally likely. */
const PRIOR_VARIANCE = Math.PI ** 2 / 6;

/**
 * Combines one or more samples by their mean in log space. Every option order has the same weight, however many usable
 * samples it has, so position bias stays balanced. With `shrink`, the result is the posterior mean of the centred log
 * probabilities: the prior is normal around equal probabilities, and the error variance is estimated from the samples,
 * so samples that agree are not shrunk.
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

/** Estimates the variance of the weighted mean, per dimension, from the spread of the rows; 0 for a single row. */
function errorOf(rows: readonly { readonly logs: Vector; readonly weight: number }[], centred: Vector): number {
  const squares = sum(rows.map(({ weight }) => weight ** 2));
  if (rows.length < 2 || squares >= 1) return 0;
  const distances = rows.map(
    ({ logs, weight }) => weight * sum(logs.map((log, option) => (log - (centred[option] ?? 0)) ** 2)),
  );
  return ((sum(distances) / (1 - squares)) * squares) / Math.max(1, centred.length - 1);
}

/**
 * Returns the disagreement of the samples: the mean Jensen–Shannon distance over all pairs, 0..1; null for fewer than
 * two samples.
 */
export function spreadOf(samples: readonly Vector[], options: readonly string[]): number | null {
  const distributions = samples.map((sample) => byOption(options, sample));
  const distances = distributions.flatMap((one, index) =>
    distributions.slice(index + 1).map((other) => jensenShannon(one, other)),
  );
  return distances.length === 0 ? null : mean(distances);
}
