import { sum, toLogs, toSumOne, type Vector, weightedMean } from "#server/model/log-space.ts";
import type { Evidence } from "./combine.ts";
import { boundOn } from "./growth.ts";
import type { Parameters } from "./parameters.ts";
import type { Series } from "./reading.ts";
import { probabilityBetween } from "./student-t.ts";
import { walkOn } from "./walk.ts";

/**
 * What the series' walks say of the options: each series' intervals by differences of the distribution at the deadline,
 * and the series by their mean in log space, by what each has earned. A series' share is spread evenly over its readings
 * and its partition, for it needs all of them. Undefined without series.
 */
export function poolSeries(all: readonly Series[], parameters: Parameters): Evidence | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map((one) => ({
    observations: one.observations,
    logs: toLogs(distributionOf(one), parameters.floor),
    weight: one.earned,
  }));
  const total = sum(rows.map((row) => row.weight));
  return {
    logs: weightedMean(rows),
    weight: parameters.series_weight * Math.max(...rows.map((row) => row.weight)),
    used: rows.flatMap(({ observations, weight }) =>
      observations.map((observation) => ({ observation, weight: weight / total / observations.length })),
    ),
  };
}

/** Over the options, at the deadline. The intervals cover the line, but for what rounding takes. */
export function distributionOf({ intervals, scale, walk, horizon }: Series): Vector {
  const end = walkOn(walk, horizon);
  return toSumOne(intervals.map(({ low, high }) => probabilityBetween(end, boundOn(scale, low), boundOn(scale, high))));
}
