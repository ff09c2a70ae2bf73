import { type Column, type Filtered, filterColumns } from "./filter-columns.ts";
import type { Point } from "./scale.ts";
import { type SeriesModel, YEAR_DAYS } from "./series-model.ts";
import { solvePosterior } from "./solve-posterior.ts";

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
