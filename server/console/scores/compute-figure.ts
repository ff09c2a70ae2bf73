import { bootstrapClusters, type Cluster, type Interval } from "#lib/stats/bootstrap.ts";

/**
 * A mean over questions of the mean scores of their forecasts, and its 95 % interval. The interval is null with fewer
 * than two groups of questions.
 */
export interface Figure {
  readonly value: number;
  readonly interval: Interval | null;
}

/**
 * Number of bootstrap resamples. Places the interval limits to within 2 % of the interval width. More resamples would
 * slow the page of the track record, which has about fifty intervals.
 */
export const RESAMPLES = 500;

export function figureOf(value: number, sums: readonly number[], questions: readonly number[]): Figure {
  const clusters: Cluster[] = sums.map((sum, group) => ({ sums: [sum], cases: questions[group] ?? 0 }));
  return { value, interval: bootstrapClusters(clusters, ([mean]) => mean, { resamples: RESAMPLES }) ?? null };
}
