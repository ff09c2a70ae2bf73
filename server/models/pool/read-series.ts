import { fitSeries } from "./fit-series.ts";
import type { Parameters } from "./parameters.ts";
import type { Candidate, Dated, Measurement, Partition, Read, Series, Share } from "./reading.ts";
import { recentScale } from "./recent-scale.ts";
import { type Point, type Scale, toLog } from "./scale.ts";
import { NOISY_WALKS, SERIES_MODELS, type SeriesModel, seasonalModels, YEAR_DAYS } from "./series-model.ts";

/**
 * Fits every model to a series. Returns the reason if the series has no partition, too few measurements or several
 * units. `measurements` are sorted, oldest first, one per instant; `remaining` is the time from `as_of` to the deadline
 * in days.
 */
export function readSeries(
  measurements: readonly Dated<Measurement>[],
  partition: Dated<Partition> | undefined,
  remaining: number,
  parameters: Parameters,
): Read<Series> {
  const [first] = measurements;
  const last = measurements.at(-1);
  const fewest = parameters.series_least_measurements;
  if (first === undefined || last === undefined) return refuse("The input has no usable measurement of this series.");
  if (partition === undefined) return refuse("No usable partition maps the values of this series to options.");
  const units = new Set(measurements.map(({ unit }) => unit).filter((unit) => unit !== undefined));
  if (units.size > 1) return refuse("The measurements of this series have different units.");
  if (measurements.length < fewest)
    return refuse(
      `The series needs at least ${fewest} measurements at different times and has ${measurements.length}.`,
    );
  const points = measurements.map(({ age, value }) => ({ day: -age, value }));
  const horizon = remaining + last.age;
  return {
    ok: true,
    value: {
      name: last.series,
      shares: sharesOf([...measurements, partition]),
      measurements: measurements.length,
      points,
      intervals: partition.intervals,
      last: last.value,
      horizon,
      span: first.age - last.age,
      unchanged: shareUnchanged(points, horizon),
      candidates: candidatesOf(points, horizon, parameters),
    },
  };
}

function sharesOf(all: readonly Dated<object>[]): Share[] {
  const byObservation = Map.groupBy(all, ({ observation }) => observation);
  return [...byObservation].map(([observation, own]) => ({ observation, weight: own.length / all.length }));
}

/**
 * Fits every model on the level scale and, if all values are positive, on the log scale. Returns no candidates if all
 * measurements are equal.
 */
function candidatesOf(points: readonly Point[], horizon: number, parameters: Parameters): readonly Candidate[] {
  if (points.every(({ value }) => value === points[0]?.value)) return [];
  const gap = typicalGap(points);
  const models = modelsFor(points, gap, parameters);
  const prediction = { horizon, gap, seasonVariance: parameters.series_season_variance };
  const fitOn = (scale: Scale, scaled: readonly Point[], density: number) => {
    const recent = recentScale(scaled, parameters);
    return fitSeries(scaled, prediction, models).map(({ model, ...fit }) => {
      const isWalk = model.reversion === 0 && model.noise === 0 && model.harmonics === 0;
      return { scale, model, ...fit, evidence: fit.evidence + density, recent: isWalk ? recent : 1 };
    });
  };
  const level = fitOn("level", points, 0);
  if (points.some(({ value }) => value <= 0)) return level;
  const logs = toLog(points);
  if (logs.every(({ value }) => value === logs[0]?.value)) return level;
  // Makes the evidence of both scales comparable: a density on the log scale is divided by the value.
  let total = 0;
  for (const { value } of logs) total += value;
  return [...level, ...fitOn("log", logs, (-total * (logs.length - 1)) / logs.length)];
}

/** Returns the models for a series: noisy walks need many measurements, and seasons need almost two years. */
function modelsFor(points: readonly Point[], gap: number, parameters: Parameters): readonly SeriesModel[] {
  const days = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0);
  return [
    ...SERIES_MODELS,
    ...(points.length >= parameters.series_noisy_measurements ? NOISY_WALKS : []),
    ...(days >= parameters.series_season_years * YEAR_DAYS ? seasonalModels(gap) : []),
  ];
}

/**
 * Returns the typical time between measurements in days: the median gap, but at least a quarter of the mean gap,
 * because measurements may come in bursts.
 */
export function typicalGap(points: readonly Point[]): number {
  const gaps = points.slice(1).map(({ day }, index) => day - (points[index]?.day ?? day));
  const sorted = gaps.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return Math.max(median, meanGap(points) / 4);
}

function meanGap(points: readonly Point[]): number {
  return ((points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0)) / (points.length - 1);
}

/**
 * Returns the share of measurements, 0..1, that equal the measurement one horizon earlier. The horizon is converted to
 * a number of measurements, at most half of the series.
 */
function shareUnchanged(points: readonly Point[], horizon: number): number {
  const most = Math.floor((points.length - 1) / 2);
  const lag = Math.max(1, Math.min(Math.round(horizon / meanGap(points)), most));
  const later = points.slice(lag);
  return later.filter(({ value }, index) => value === points[index]?.value).length / later.length;
}

function refuse(reason: string): Read<never> {
  return { ok: false, reason };
}
