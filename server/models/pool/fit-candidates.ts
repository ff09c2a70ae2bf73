import { fitSeries } from "./fit-series.ts";
import type { Parameters } from "./parameters.ts";
import { evidenceOf } from "./pool-series.ts";
import type { Candidate } from "./reading.ts";
import { type Point, type Scale, toLog } from "./scale.ts";
import {
  CYCLE_MODELS,
  NOISY_WALKS,
  SERIES_MODELS,
  type SeriesModel,
  seasonalModels,
  YEAR_DAYS,
} from "./series-model.ts";
import { typicalGap } from "./typical-gap.ts";

/** A set of models for a series without the effects of a cycle, or for the series itself. */
interface Group {
  readonly models: readonly SeriesModel[];
  /** The period of the cycle in days; undefined for the series itself. */
  readonly period: number | undefined;
  /** The indices of the measurements with an effect. */
  readonly kept: readonly number[];
  /** The effect on each measurement and on the value at the deadline, for each scale. */
  readonly effects: readonly (readonly (number | undefined)[])[];
}

/**
 * Fits every model on the level scale and, if all values are positive, on the log scale; then the models with a cycle
 * of a day and a week. Returns no candidates if all measurements are equal.
 */
export function fitCandidates(all: readonly Point[], horizon: number, parameters: Parameters): readonly Candidate[] {
  const points = all.slice(-parameters.series_most_measurements);
  const scales = scalesOf(points);
  if (scales.length === 0) return [];
  const gap = typicalGap(points);
  const days = [...points.map(({ day }) => day), (points.at(-1)?.day ?? 0) + horizon];
  const fitGroup = (group: Group) =>
    scales.flatMap(({ scale, values, range }, index): Candidate[] => {
      const effects = group.effects[index] ?? [];
      const rest = group.kept.map((row) => ({ day: days[row] ?? 0, value: (values[row] ?? 0) - (effects[row] ?? 0) }));
      const prediction = {
        horizon: (days.at(-1) ?? 0) - (rest.at(-1)?.day ?? 0),
        gap,
        seasonVariance: parameters.series_season_variance,
        resolution: range * RESOLUTION,
      };
      const recent = group.period === undefined ? recentScale(rest, parameters) : 1;
      const density = scale === "log" ? densityOf(group.kept.map((row) => values[row] ?? 0)) : 0;
      return fitSeries(rest, prediction, group.models).map(({ model, centre, evidence, spread }) => ({
        scale,
        model,
        period: group.period,
        centre: centre + (effects.at(-1) ?? 0),
        spread,
        evidence: evidence + density,
        recent: model.reversion === 0 && model.noise === 0 && model.harmonics === 0 ? recent : 1,
      }));
    });
  let group: Group = {
    models: modelsFor(points, gap, parameters),
    period: undefined,
    kept: [...points.keys()],
    effects: [],
  };
  const found = [...fitGroup(group)];
  let evidence: number | undefined;
  for (const period of periodsFor(gap)) {
    const cycle = { period, gap, newest: parameters.series_cycle_newest };
    const effects = scales.map(({ values }) => cycleEffects(days, values, cycle));
    const kept = group.kept.filter((row) => effects[0]?.[row] !== undefined);
    if (effects[0]?.at(-1) === undefined || kept.length < parameters.series_least_measurements) continue;
    // The models with the cycle are compared with the previous group on the measurements that both predict. If these
    // show only a part of the cycle, the comparison has less weight: two days say little about the rest of a week.
    const shown = (days[kept.at(-1) ?? 0] ?? 0) - (days[kept[0] ?? 0] ?? 0) + gap;
    const without = evidenceOf(fitGroup({ ...group, kept }), parameters);
    group = { models: CYCLE_MODELS, period, kept, effects };
    const candidates = fitGroup(group);
    const own = evidenceOf(candidates, parameters);
    evidence = (evidence ?? evidenceOf(found, parameters)) + Math.min(1, shown / period) * (own - without);
    for (const one of candidates) found.push({ ...one, evidence: one.evidence + evidence - own });
  }
  return found;
}

/** Differences below this share of the range of a series are rounding errors. */
const RESOLUTION = 1e-6;

interface ScaledValues {
  readonly scale: Scale;
  readonly values: readonly number[];
  readonly range: number;
}

/** Returns the values on each scale on which they differ; logarithms require positive values. */
function scalesOf(points: readonly Point[]): readonly ScaledValues[] {
  const scaled = (scale: Scale, all: readonly Point[]): ScaledValues => {
    const values = all.map(({ value }) => value);
    return { scale, values, range: Math.max(...values) - Math.min(...values) };
  };
  const isPositive = points.every(({ value }) => value > 0);
  const both = [scaled("level", points), ...(isPositive ? [scaled("log", toLog(points))] : [])];
  return both.filter(({ range }) => range > 0);
}

/** Makes the evidence of both scales comparable: a density on the log scale is divided by the value. */
function densityOf(logs: readonly number[]): number {
  let total = 0;
  for (const value of logs) total += value;
  return (-total * (logs.length - 1)) / logs.length;
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

/** A day and a week in days, each with the largest typical gap between measurements at which the cycle is visible. */
const CYCLES = [
  { period: 1, gap: 0.5 },
  { period: 7, gap: 1.5 },
];

const HOUR = 1 / 24;

/** The number of earlier cycles that are searched for a measurement at the same phase. */
const MAX_CYCLES_BACK = 4;

/** Returns the periods, in days, of the cycles that measurements with a typical gap in days can show. */
export function periodsFor(gap: number): readonly number[] {
  return CYCLES.filter((cycle) => gap <= cycle.gap).map(({ period }) => period);
}

/**
 * Returns the effect of a cycle on each measurement and, at the end, on the value at the deadline; undefined without an
 * earlier measurement at the same phase. `days` are sorted and end with the deadline. The effect is an exponentially
 * weighted mean of the departures at the same phase in the previous cycles; the n-th departure has the weight
 * `newest`, or 1/n if that is higher. A departure is the value minus the mean of one period around it. An effect depends on earlier measurements
 * only, so that the rest of the value can be forecast like a series without a cycle.
 */
export function cycleEffects(
  days: readonly number[],
  values: readonly number[],
  { period, gap, newest }: { readonly period: number; readonly gap: number; readonly newest: number },
): readonly (number | undefined)[] {
  const times = days.slice(0, -1);
  // Measurements that are closer than an hour are averaged, because each of them says little about its time of day.
  const width = Math.max(gap / 2, HOUR - gap / 2);
  const departures = departuresOf(times, values, period, width);
  const effects: (number | undefined)[] = [];
  const cycles: number[] = [];
  for (const day of days) {
    const match = samePhase(times, day, period, width);
    const count = match === undefined ? 0 : (cycles[match] ?? 0) + 1;
    cycles.push(count);
    if (match === undefined) effects.push(undefined);
    else {
      const before = effects[match] ?? 0;
      effects.push(before + Math.max(newest, 1 / count) * ((departures[match] ?? 0) - before));
    }
  }
  return effects;
}

/**
 * Returns each value minus the mean of one period around it, or of the first or last period, averaged over the
 * measurements that are at most `width` days apart.
 */
function departuresOf(times: readonly number[], values: readonly number[], period: number, width: number): number[] {
  const mean = meansOf(times, values);
  const first = (times[0] ?? 0) - width;
  const last = times.at(-1) ?? 0;
  const departures = values.map((value, index) => {
    const end = Math.min(Math.max((times[index] ?? 0) + period / 2, first + period), last);
    return value - mean(end - period, end);
  });
  const smooth = meansOf(times, departures);
  return times.map((time) => smooth(time - width, time + width));
}

/** Returns a function that computes the mean of the values after one time and until another. */
function meansOf(times: readonly number[], values: readonly number[]): (from: number, to: number) => number {
  const totals = [0];
  for (const value of values) totals.push((totals.at(-1) ?? 0) + value);
  return (from, to) => {
    const [start, end] = [countUntil(times, from), countUntil(times, to)];
    return ((totals[end] ?? 0) - (totals[start] ?? 0)) / (end - start);
  };
}

/** Returns the index of the measurement closest to the same phase in the most recent cycle that has one within `width`. */
function samePhase(times: readonly number[], day: number, period: number, width: number): number | undefined {
  const fewest = Math.max(1, Math.ceil((day - (times.at(-1) ?? 0) - ROUNDING) / period));
  for (let cycles = fewest; cycles < fewest + MAX_CYCLES_BACK; cycles++) {
    const time = day - cycles * period;
    const after = countUntil(times, time);
    const [before = -Infinity, next = Infinity] = [times[after - 1], times[after]];
    if (Math.min(time - before, next - time) <= width + ROUNDING)
      return time - before <= next - time ? after - 1 : after;
  }
  return undefined;
}

/** Times are differences of dates in days and have rounding errors. */
const ROUNDING = 1e-6;

/** Returns how many of the sorted times are at or before `time`, by binary search. */
function countUntil(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time + ROUNDING) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the recent volatility of a series divided by its overall volatility, because volatility clusters (Mandelbrot
 * 1963; Engle 1982). Above 1, the series moves more than it did earlier. Recent volatility is the root of an
 * exponentially weighted mean of squared steps per unit of time; the overall mean is added with the weight of
 * `series_recent_prior` steps. The measurements must be sorted, oldest first, one per instant, and not all equal.
 */
export function recentScale(
  points: readonly Point[],
  { series_recent_factor: factor, series_recent_prior: prior }: Parameters,
): number {
  const range = Math.max(...points.map(({ value }) => Math.abs(value - (points[0]?.value ?? 0))));
  let all = 0;
  let recent = 0;
  let weights = 0;
  for (const [index, { day, value }] of points.slice(1).entries()) {
    const before = points[index] ?? { day, value };
    const square = ((value - before.value) / range) ** 2 / (day - before.day);
    all += square;
    recent = factor * recent + square;
    weights = factor * weights + 1;
  }
  const mean = all / (points.length - 1);
  return Math.sqrt((recent + prior * mean) / (weights + prior) / mean);
}
