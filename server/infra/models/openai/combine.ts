import { jensenShannon } from "#lib/stats/distances.ts";
import { fromLogs, sum, toLogs, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { byOption } from "#server/infra/models/by-option.ts";
import { settleTies } from "#server/infra/models/settle-ties.ts";

/**
 * The least probability of an option in one order: a tenth of a percentage point, finer than models state
 * probabilities. A 0 is then strong evidence in a mean of logarithms, but no veto.
 */
export const FLOOR = 0.001;

/** The mean in log space of at least one distribution over the same options; sums to 1. Ties are exact. */
export function combine(samples: readonly Vector[]): Vector {
  return settleTies(fromLogs(weightedMean(samples.map((sample) => ({ logs: toLogs(sample, FLOOR), weight: 1 })))));
}

/**
 * How much the samples differ: the mean Jensen–Shannon distance over all pairs, 0..1; null for fewer than two samples.
 */
export function spreadOf(samples: readonly Vector[], options: readonly string[]): number | null {
  const distributions = samples.map((sample) => byOption(options, sample));
  const distances = distributions.flatMap((one, index) =>
    distributions.slice(index + 1).map((other) => jensenShannon(one, other)),
  );
  return distances.length === 0 ? null : sum(distances) / distances.length;
}
