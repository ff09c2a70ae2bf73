import { cycleEffects, periodsFor } from "./cycle-effects.ts";
import { fitSeries } from "./fit-series.ts";
import type { Parameters } from "./parameters.ts";
import { evidenceOf } from "./pool-series.ts";
import type { Candidate } from "./reading.ts";
import { recentScale } from "./recent-scale.ts";
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
