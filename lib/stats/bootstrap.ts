import { seededRandom } from "./seeded-random.ts";

/** One scored case: cases with the same `question` are resampled together, because they are not independent. */
export interface ScoredCase {
  readonly question: string;
  /** Scores of this case, in an order that is the same for all cases. */
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

/**
 * Percentile interval of a figure by the cluster bootstrap: draws as many questions as there are, with replacement, each
 * with all its cases, and takes the figure of the mean scores. `figure` gets the means in the order of `scores`; draws
 * for which it is undefined are left out. Deterministic for one seed. Undefined with fewer than two questions.
 * Efron & Tibshirani 1993, ch. 13; Field & Welsh 2007 (JRSS B 69) for clusters.
 */
export function bootstrapInterval(
  cases: readonly ScoredCase[],
  figure: (means: readonly number[]) => number | undefined,
  { resamples = 2000, seed = 1, level = 0.95 }: Settings = {},
): Interval | undefined {
  const clusters = sumByQuestion(cases);
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

interface Cluster {
  readonly sums: readonly number[];
  readonly cases: number;
}

function sumByQuestion(cases: readonly ScoredCase[]): readonly Cluster[] {
  return [...Map.groupBy(cases, ({ question }) => question).values()].map((group) => ({
    sums: addUp(group.map(({ scores }) => scores)),
    cases: group.length,
  }));
}

function meansOfDraw(clusters: readonly Cluster[], random: () => number): readonly number[] {
  const drawn = clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)] ?? []);
  const cases = drawn.reduce((total, cluster) => total + cluster.cases, 0);
  return addUp(drawn.map(({ sums }) => sums)).map((total) => total / cases);
}

function addUp(rows: readonly (readonly number[])[]): readonly number[] {
  const totals = (rows[0] ?? []).map(() => 0);
  for (const row of rows) for (const [index, value] of row.entries()) totals[index] = (totals[index] ?? 0) + value;
  return totals;
}

/** Linear between order statistics (type 7 of Hyndman & Fan 1996). `sorted` ascending. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  return below === undefined || above === undefined
    ? undefined
    : below + (position - Math.floor(position)) * (above - below);
}
