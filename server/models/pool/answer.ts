import { fromLogs, type Vector } from "#lib/stats/log-space.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { settleTies } from "#server/models/settle-ties.ts";
import { combine } from "./combine.ts";
import type { Parameters } from "./parameters.ts";
import { poolCounts } from "./pool-counts.ts";
import { type Crowd, poolForecasts } from "./pool-forecasts.ts";
import { poolSeries } from "./pool-series.ts";
import type { ParsedInput, Share } from "./reading.ts";

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
