import { seededRandom } from "./seeded-random.ts";

/** A scored case. Cases with the same `question` are resampled together, because they are not independent. */
export interface ScoredCase {
  readonly question: string;
  /** The scores of this case, in the same order for all cases. */
  readonly scores: readonly number[];
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

interface Settings {
  readonly resamples?: number;
  readonly seed?: number;
  /** 0.95 for a 95 % interval. */
  readonly level?: number;
}

/** Cases that are resampled together, as sums of their scores. The order of the scores is the same in all clusters. */
export interface Cluster {
  readonly sums: readonly number[];
  readonly cases: number;
}

/** Computes a statistic from the mean scores, which are in the order of `Cluster.sums`. It may be undefined. */
type Figure = (means: readonly number[]) => number | undefined;

/**
 * Percentile interval of a statistic by the cluster bootstrap. Each resample draws as many questions as there are, with
 * replacement, each with all its cases, and computes the statistic of the mean scores. Resamples with an undefined
 * statistic are left out. Deterministic for a seed. Undefined with fewer than two questions. Efron & Tibshirani 1993,
 * ch. 13; Field & Welsh 2007 (JRSS B 69) for clusters.
 */
export function bootstrapInterval(
  cases: readonly ScoredCase[],
  figure: Figure,
  settings: Settings = {},
): Interval | undefined {
  return bootstrapClusters(sumByQuestion(cases), figure, settings);
}

/**
 * Computes bootstrapInterval() from sums per cluster. A cluster may be a question, or a random group of questions:
 * groups of independent questions are independent too, and their number limits the computation (the method of random
 * groups, Wolter 2007, Introduction to Variance Estimation, ch. 2).
 */
export function bootstrapClusters(
  clusters: readonly Cluster[],
  figure: Figure,
  { resamples = 2000, seed = 1, level = 0.95 }: Settings = {},
): Interval | undefined {
  if (clusters.length < 2) return undefined;
  const random = seededRandom(seed);
  const figures: number[] = [];
  for (let draw = 0; draw < resamples; draw++) {
    const value = figure(meansOfDraw(clusters, random));
    if (value !== undefined) figures.push(value);
  }
  figures.sort((a, b) => a - b);
  const low = quantile(figures, (1 - level) / 2);
  const high = quantile(figures, (1 + level) / 2);
  return low === undefined || high === undefined ? undefined : { low, high };
}

function sumByQuestion(cases: readonly ScoredCase[]): readonly Cluster[] {
  return [...Map.groupBy(cases, ({ question }) => question).values()].map((group) => ({
    sums: addUp(group.map(({ scores }) => scores)),
    cases: group.length,
  }));
}

/** Returns the mean scores of one resample. Allocates no list of drawn clusters, because a page has many intervals. */
function meansOfDraw(clusters: readonly Cluster[], random: () => number): readonly number[] {
  const totals = (clusters[0]?.sums ?? []).map(() => 0);
  let cases = 0;
  for (let count = 0; count < clusters.length; count++) {
    const cluster = clusters[Math.floor(random() * clusters.length)];
    if (cluster === undefined) continue;
    cases += cluster.cases;
    for (let index = 0; index < totals.length; index++) {
      totals[index] = (totals[index] ?? 0) + (cluster.sums[index] ?? 0);
    }
  }
  return totals.map((total) => total / cases);
}

function addUp(rows: readonly (readonly number[])[]): readonly number[] {
  const totals = (rows[0] ?? []).map(() => 0);
  for (const row of rows) for (const [index, value] of row.entries()) totals[index] = (totals[index] ?? 0) + value;
  return totals;
}

/** Interpolates linearly between order statistics (type 7 of Hyndman & Fan 1996). `sorted` is ascending. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  return below === undefined || above === undefined
    ? undefined
    : below + (position - Math.floor(position)) * (above - below);
}
