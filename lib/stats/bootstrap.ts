import { seededRandom } from "./seeded-random.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Units that are drawn together, because their cases depend on each other: questions, or blocks of questions. */
export interface Clusters {
  /** Number of sums of each cluster. */
  readonly width: number;
  /** Row by row. */
  readonly sums: Float64Array;
  /** The weight of the cases in each cluster: 1 for a question whose cases were averaged. */
  readonly weights: Float64Array;
}

/** Computes a statistic from weighted means, which are in the order of the sums. It may be undefined. */
export type Statistic = (means: Float64Array) => number | undefined;

export const SEED = 1;
const RESAMPLES = 2000;
const LEVEL = 0.95;
/** With more clusters, they are combined into this many random groups, to limit the computation. */
const MAX_CLUSTERS = 500;

/**
 * Percentile intervals (95 %) of statistics by the cluster bootstrap, in the order of the statistics. Each of 2,000
 * resamples draws as many clusters as there are, with replacement, and computes the statistics of the means. Resamples
 * with an undefined statistic are left out. Deterministic. Null with fewer than two clusters, or if a statistic is never
 * defined. Efron & Tibshirani 1993, ch. 13; Field & Welsh 2007 (JRSS B 69) for clusters. More than 500 clusters are
 * combined into random groups: groups of independent questions are independent too (the method of random groups, Wolter
 * 2007, Introduction to Variance Estimation, ch. 2).
 */
export function bootstrap(all: Clusters, statistics: readonly Statistic[]): (Interval | null)[] {
  const { width, sums, weights } = combine(all);
  const clusters = weights.length;
  if (clusters < 2) return statistics.map(() => null);
  const draws = drawsOf(clusters);
  const totals = totalsOf(draws, columnsOf({ width, sums, weights }));
  const means = new Float64Array(width);
  const found = statistics.map(() => new Float64Array(RESAMPLES));
  const counts = statistics.map(() => 0);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const weight = totals[width]?.[resample] ?? clusters;
    for (let column = 0; column < width; column++) means[column] = (totals[column]?.[resample] as number) / weight;
    for (const [index, statistic] of statistics.entries()) {
      const value = statistic(means);
      if (value === undefined) continue;
      const count = counts[index] as number;
      (found[index] as Float64Array)[count] = value;
      counts[index] = count + 1;
    }
  }
  return found.map((values, index) => intervalOf(values.subarray(0, counts[index]).sort()));
}

/** Returns the sums by column, followed by the weights unless all are 1. */
function columnsOf({ width, sums, weights }: Clusters): readonly Float64Array[] {
  const columns = Array.from({ length: width }, (_, column) =>
    weights.map((_, cluster) => sums[cluster * width + column] as number),
  );
  return weights.every((weight) => weight === 1) ? columns : [...columns, weights];
}

const AT_ONCE = 4;

/** Returns the totals of the columns in each resample. Four at once, because looking up a draw takes most of the time. */
function totalsOf(draws: Uint16Array, columns: readonly Float64Array[]): readonly Float64Array[] {
  const clusters = columns[0]?.length ?? 0;
  const totals = columns.map(() => new Float64Array(RESAMPLES));
  for (let first = 0; first < columns.length; first += AT_ONCE) {
    const some = columns.slice(first, first + AT_ONCE);
    const rows = new Float64Array(clusters * AT_ONCE);
    for (const [column, values] of some.entries()) {
      for (const [cluster, value] of values.entries()) rows[cluster * AT_ONCE + column] = value;
    }
    for (let resample = 0, draw = 0; resample < RESAMPLES; resample++) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (const end = draw + clusters; draw < end; draw++) {
        const at = (draws[draw] as number) * AT_ONCE;
        a += rows[at] as number;
        b += rows[at + 1] as number;
        c += rows[at + 2] as number;
        d += rows[at + 3] as number;
      }
      const sums = [a, b, c, d];
      for (let column = 0; column < some.length; column++) {
        (totals[first + column] as Float64Array)[resample] = sums[column] as number;
      }
    }
  }
  return totals;
}

const MAX_CACHED = 16;
const cached = new Map<number, Uint16Array>();

/** Returns the indexes of the drawn clusters, resample by resample. Cached, because many groups have as many clusters. */
function drawsOf(clusters: number): Uint16Array {
  const known = cached.get(clusters);
  const draws = known ?? new Uint16Array(RESAMPLES * clusters);
  const random = seededRandom(SEED);
  if (known === undefined) for (let at = 0; at < draws.length; at++) draws[at] = Math.floor(random() * clusters);
  cached.delete(clusters);
  cached.set(clusters, draws);
  for (const oldest of [...cached.keys()].slice(0, -MAX_CACHED)) cached.delete(oldest);
  return draws;
}

/** Returns the weighted means over all clusters; NaN for no clusters. */
export function meansOf({ width, sums, weights }: Clusters): Float64Array {
  const means = new Float64Array(width);
  let weight = 0;
  for (const [cluster, one] of weights.entries()) {
    weight += one;
    for (let column = 0; column < width; column++) {
      means[column] = (means[column] as number) + (sums[cluster * width + column] as number);
    }
  }
  return means.map((total) => total / weight);
}

/** Assigns the clusters to random groups in turn: their order does not depend on their scores. */
function combine(all: Clusters): Clusters {
  const { width } = all;
  if (all.weights.length <= MAX_CLUSTERS) return all;
  const [sums, weights] = [new Float64Array(MAX_CLUSTERS * width), new Float64Array(MAX_CLUSTERS)];
  for (const [cluster, weight] of all.weights.entries()) {
    const group = cluster % MAX_CLUSTERS;
    weights[group] = (weights[group] as number) + weight;
    for (let column = 0; column < width; column++) {
      const at = group * width + column;
      sums[at] = (sums[at] as number) + (all.sums[cluster * width + column] as number);
    }
  }
  return { width, sums, weights };
}

function intervalOf(sorted: Float64Array): Interval | null {
  const low = quantile(sorted, (1 - LEVEL) / 2);
  const high = quantile(sorted, (1 + LEVEL) / 2);
  return low === undefined || high === undefined ? null : { low, high };
}

/** Interpolates linearly between order statistics (type 7 of Hyndman & Fan 1996). `sorted` is ascending. */
function quantile(sorted: Float64Array, share: number): number | undefined {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  return below === undefined || above === undefined
    ? undefined
    : below + (position - Math.floor(position)) * (above - below);
}
