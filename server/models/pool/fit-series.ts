import type { Point } from "./scale.ts";
import { type SeriesModel, YEAR_DAYS } from "./series-model.ts";

export interface SeriesFit {
  readonly model: SeriesModel;
  /** The log likelihood of the measurements, up to a constant that all models of a series share. */
  readonly evidence: number;
  /** The expected value at the deadline. `spread` is its uncertainty, as the scale of a Student t distribution. */
  readonly centre: number;
  readonly spread: number;
}

interface Prediction {
  /** From the last measurement to the deadline, in days. */
  readonly horizon: number;
  /** The models' unit of time, in days. */
  readonly gap: number;
  /** Prior variance of each coefficient of the season, in the models' unit of variance. */
  readonly seasonVariance: number;
  /** Smaller differences between values are rounding errors. */
  readonly resolution: number;
}

/**
 * Fits models to measurements and predicts the value at the deadline; returns one fit per model. The measurements are
 * sorted, oldest first, one per instant; not all are equal, unless the resolution is positive. Level, drift, season and variance are estimated, and their
 * uncertainty is part of `spread`. The evidence is the restricted likelihood (REML): the product of the predictive
 * densities of the measurements. Models with the same reversion and noise share one pass of the filter.
 */
export function fitSeries(
  points: readonly Point[],
  prediction: Prediction,
  models: readonly SeriesModel[],
): readonly SeriesFit[] {
  const last = points.at(-1) ?? { day: 0, value: 0 };
  // Values are divided by their range, so that squares neither overflow nor underflow.
  const range = Math.max(prediction.resolution, ...points.map(({ value }) => Math.abs(value - last.value)));
  const times = [...points.map(({ day }) => (day - last.day) / prediction.gap), prediction.horizon / prediction.gap];
  const values = [...points.map(({ value }) => (value - last.value) / range), 0];
  const years = [...points.map(({ day }) => day - last.day), prediction.horizon].map((days) => days / YEAR_DAYS);
  const passes = new Map<string, Filtered>();
  for (const [name, [first, ...others]] of Map.groupBy(models, passOf)) {
    if (first === undefined) continue;
    const harmonics = Math.max(first.harmonics, ...others.map((model) => model.harmonics));
    passes.set(name, filterColumns(times, [values, times.map(() => 1), times, ...waves(years, harmonics)], first));
  }
  return models.map((model) => {
    const pass = passes.get(passOf(model));
    if (pass === undefined) throw new Error("each model belongs to a pass of the filter");
    const { evidence, centre, spread } = fitModel(pass, model, {
      freedom: points.length - 1,
      span: -(times[0] ?? -1),
      seasonVariance: prediction.seasonVariance,
    });
    return {
      model,
      evidence: evidence - (points.length - 1) * Math.log(range),
      centre: last.value + range * centre,
      // The product of subnormal numbers may be 0.
      spread: Math.max(range * spread, Number.MIN_VALUE),
    };
  });
}

const passOf = ({ reversion, noise }: SeriesModel) => `${reversion} ${noise}`;

/** Returns the cosine and the sine of each harmonic of the year. */
function waves(years: readonly number[], harmonics: number): Column[] {
  return Array.from({ length: harmonics }, (_, index) => index + 1).flatMap((harmonic) => [
    years.map((year) => Math.cos(2 * Math.PI * harmonic * year)),
    years.map((year) => Math.sin(2 * Math.PI * harmonic * year)),
  ]);
}

/** Columns of the filter: the value, the level (1 at every measurement), the drift (the time), then the season. */
const VALUE = 0;
const LEVEL = 1;
const DRIFT = 2;
const SEASON = 3;

/** Lower limit of the residual variance, relative to the total: smaller differences of sums are rounding errors. */
const ROUNDING = 1e-12;

/** Estimates the level by least squares, then drift and season, whose coefficients have normal priors with mean 0. */
function fitModel(
  { sums, logVariances, ahead, variance }: Filtered,
  { drift, harmonics }: SeriesModel,
  {
    freedom,
    span,
    seasonVariance,
  }: { readonly freedom: number; readonly span: number; readonly seasonVariance: number },
): Omit<SeriesFit, "model"> {
  const priors = [
    ...(drift === 0 ? [] : [{ column: DRIFT, variance: drift / span }]),
    ...Array.from({ length: 2 * harmonics }, (_, index) => ({ column: SEASON + index, variance: seasonVariance })),
  ];
  const ofLevel = sums(LEVEL, LEVEL);
  /** The sum of products after regressing out the level. */
  const without = (one: number, other: number) => sums(one, other) - (sums(one, LEVEL) * sums(other, LEVEL)) / ofLevel;
  const levelAhead = ahead[LEVEL] ?? 0;
  const { coefficients, explained, logDeterminant, quadraticForm } = solvePosterior(
    priors.map(({ column }) => priors.map((other) => without(column, other.column))),
    priors.map(({ column }) => without(VALUE, column)),
    priors.map((prior) => prior.variance),
    priors.map(({ column }) => (ahead[column] ?? 0) - (levelAhead * sums(column, LEVEL)) / ofLevel),
  );
  let level = sums(VALUE, LEVEL);
  let centre = -(ahead[VALUE] ?? 0);
  for (const [index, { column }] of priors.entries()) {
    level -= (coefficients[index] ?? 0) * sums(column, LEVEL);
    centre += (coefficients[index] ?? 0) * (ahead[column] ?? 0);
  }
  const total = without(VALUE, VALUE);
  const unit = Math.max(total - explained, ROUNDING * Math.max(total, 1)) / freedom;
  const error = (levelAhead * levelAhead) / ofLevel + quadraticForm;
  return {
    evidence: -0.5 * (freedom * Math.log(unit) + logVariances + Math.log(ofLevel) + logDeterminant),
    centre: centre + (level / ofLevel) * levelAhead,
    spread: Math.sqrt((variance + error) * unit),
  };
}

/** A value for each measurement, and one for the deadline at the end. */
type Column = readonly number[];

interface Filtered {
  /** Returns the sum of products of the innovations of two columns, each divided by the innovation's variance. */
  readonly sums: (one: number, other: number) => number;
  /** Sum of the logarithms of the innovations' variances. */
  readonly logVariances: number;
  /** For each column: the value at the deadline minus its prediction. */
  readonly ahead: readonly number[];
  /** Variance of a measurement at the deadline, given the measurements. */
  readonly variance: number;
}

/**
 * Runs a Kalman filter over the values and, with the same gains, over the regressors. The innovations are independent,
 * so least squares needs only the sums of their products. `times` ends with the deadline. Variances are relative to the
 * variance that a random walk gains in one unit of time.
 */
function filterColumns(
  times: readonly number[],
  columns: readonly Column[],
  { reversion, noise }: { readonly reversion: number; readonly noise: number },
): Filtered {
  const width = columns.length;
  const sums = new Float64Array(width * width);
  const carried = new Float64Array(width);
  const innovations = new Float64Array(width);
  // A random walk may begin with any variance, because its level is estimated. A mean-reverting state begins with its
  // stationary variance.
  let variance = reversion === 0 ? 1 : 1 / (2 * reversion);
  let logVariances = 0;
  const end = times.length - 1;
  for (let row = 0; row <= end; row++) {
    const time = (times[row] ?? 0) - (times[Math.max(0, row - 1)] ?? 0);
    const retained = Math.exp(-reversion * time);
    variance =
      variance * retained * retained + (reversion === 0 ? time : -Math.expm1(-2 * reversion * time) / (2 * reversion));
    for (let column = 0; column < width; column++) {
      carried[column] = (carried[column] ?? 0) * retained;
      innovations[column] = (columns[column]?.[row] ?? 0) - (carried[column] ?? 0);
    }
    if (row === end) break;
    const total = variance + noise;
    const gain = variance / total;
    for (let one = 0; one < width; one++) {
      const innovation = innovations[one] ?? 0;
      const weighted = innovation / total;
      for (let other = 0; other <= one; other++) {
        const index = one * width + other;
        sums[index] = (sums[index] ?? 0) + weighted * (innovations[other] ?? 0);
      }
      carried[one] = (carried[one] ?? 0) + gain * innovation;
    }
    logVariances += Math.log(total);
    variance *= noise / total;
  }
  return {
    sums: (one, other) => sums[Math.max(one, other) * width + Math.min(one, other)] ?? 0,
    logVariances,
    ahead: [...innovations],
    variance: variance + noise,
  };
}

interface Posterior {
  readonly coefficients: readonly number[];
  /** The part of the sum of squares that the coefficients explain. */
  readonly explained: number;
  /** Logarithm of the determinant of (identity + prior variances · products). */
  readonly logDeterminant: number;
  /** `direction`ᵀ · posterior covariance · `direction`, in the unit of variance. */
  readonly quadraticForm: number;
}

/**
 * Solves a linear regression whose coefficients have independent normal priors with mean 0 and the given variances, by
 * a Cholesky decomposition of (products + inverse prior variances). `products` is symmetric; `targets` are the products
 * with the dependent variable.
 */
function solvePosterior(
  products: readonly (readonly number[])[],
  targets: readonly number[],
  variances: readonly number[],
  direction: readonly number[],
): Posterior {
  const factor: number[][] = [];
  let logDeterminant = 0;
  for (const [row, variance] of variances.entries()) {
    const entries: number[] = [];
    for (let column = 0; column <= row; column++) {
      let rest = (products[row]?.[column] ?? 0) + (column === row ? 1 / variance : 0);
      const above = column === row ? entries : (factor[column] ?? []);
      for (let index = 0; index < column; index++) rest -= (entries[index] ?? 0) * (above[index] ?? 0);
      // Rounding can make the rest smaller than the prior's part, which exact arithmetic never does.
      entries.push(column === row ? Math.sqrt(Math.max(rest, 1 / variance)) : rest / (above[column] ?? 1));
    }
    factor.push(entries);
    logDeterminant += 2 * Math.log(entries[row] ?? 1) + Math.log(variance);
  }
  const [halfTargets, halfDirection] = [forward(factor, targets), forward(factor, direction)];
  return {
    coefficients: backward(factor, halfTargets),
    explained: dot(halfTargets, halfTargets),
    logDeterminant,
    quadraticForm: dot(halfDirection, halfDirection),
  };
}

/** Solves factor · x = `values` for a lower triangular factor. */
function forward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [row, entries] of factor.entries()) {
    solved.push(((values[row] ?? 0) - dot(entries.slice(0, row), solved)) / (entries[row] ?? 1));
  }
  return solved;
}

/** Solves factorᵀ · x = `values` for a lower triangular factor. */
function backward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved = [...values];
  for (let row = factor.length - 1; row >= 0; row--) {
    let rest = solved[row] ?? 0;
    for (let below = row + 1; below < factor.length; below++)
      rest -= (factor[below]?.[row] ?? 0) * (solved[below] ?? 0);
    solved[row] = rest / (factor[row]?.[row] ?? 1);
  }
  return solved;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let total = 0;
  for (const [index, value] of one.entries()) total += value * (other[index] ?? 0);
  return total;
}
