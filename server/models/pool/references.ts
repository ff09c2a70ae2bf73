import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Baselines } from "#lib/scores/evaluation.ts";
import type { ReferenceName } from "#lib/scores/reference-names.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { fromLogs, sum, toLogs, toSumOne, type Vector, weightedMean } from "#lib/stats/log-space.ts";
import { medianOf } from "#lib/stats/median.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { probabilityBetween, type StudentT } from "#lib/stats/student-t.ts";
import { newestOfEach } from "./newest-of-each.ts";
import { PARAMETERS } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";
import type { Dated, Forecast, ParsedInput, Series } from "./reading.ts";
import type { Point } from "./scale.ts";
import { YEAR_DAYS } from "./series-model.ts";
import { typicalGap } from "./typical-gap.ts";

/** Mean and standard deviation of the value at the deadline. */
type Normal = Pick<StudentT, "centre" | "scale">;

const PERIODS = [1, 7, YEAR_DAYS];
/** With a longer gap, a cycle has fewer than two measurements, so the previous cycle is only the previous measurement. */
const MIN_GAPS = 2;
const MIN_RESIDUALS = 5;

/**
 * Seasonal naive forecast (Hyndman & Athanasopoulos, Forecasting: Principles and Practice): the value a whole number of
 * cycles before the deadline, with the root mean square of the differences over the same lag. Of a day, a week and a
 * year, the cycle with the smallest differences is used. Phases are time differences, and a measurement matches
 * a phase if it is at most half a typical gap away. Returns undefined if no cycle has the phase of the deadline and five differences.
 */
export function forecastSeasonalNaive({ points, horizon }: Series): Normal | undefined {
  const gap = typicalGap(points);
  const last = points.at(-1)?.day ?? 0;
  const found = PERIODS.filter((period) => period >= MIN_GAPS * gap).flatMap((period) => {
    const lag = period * Math.max(1, Math.ceil((horizon - gap / 2) / period));
    const before = (day: number) => measuredAt(points, day - lag, gap / 2);
    const centre = before(last + horizon);
    const residuals = points.flatMap(({ day, value }) => {
      const earlier = before(day);
      return earlier === undefined ? [] : [value - earlier];
    });
    if (centre === undefined || residuals.length < MIN_RESIDUALS) return [];
    return [{ centre, scale: Math.hypot(...residuals) / Math.sqrt(residuals.length) }];
  });
  return found.sort((a, b) => a.scale - b.scale)[0];
}

/** Returns the value of the measurement closest to a day, at most `tolerance` days away; the earlier one of two. */
function measuredAt(points: readonly Point[], day: number, tolerance: number): number | undefined {
  let [from, to] = [0, points.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((points[middle]?.day ?? day) < day) from = middle + 1;
    else to = middle;
  }
  const away = (point: Point) => Math.abs(point.day - day);
  const near = points.slice(Math.max(0, from - 1), from + 1).filter((point) => away(point) <= tolerance);
  return near.sort((one, other) => away(one) - away(other))[0]?.value;
}

/**
 * Returns the reference forecasts of a case, computed from its structured observations with the parsing rules
 * and the probability floor of the embedded model.
 */
export function baselinesOf({ request: { task, input } }: { readonly request: PredictionRequest }): Baselines {
  const parsed = readObservations(task, input, PARAMETERS);
  const references = Object.entries(REFERENCES).flatMap(([name, reference]) => {
    const distribution = reference(parsed);
    if (distribution === undefined) return [];
    return [[name, byOption(parsed.options, raiseToFloor(distribution, PARAMETERS.floor))]];
  });
  return { references: Object.fromEntries(references), horizonDays: parsed.horizon, order: orderOf(parsed) };
}

/** Returns the options from the lowest interval to the highest, if there is one series with three or more intervals. */
function orderOf({ options, series }: ParsedInput): readonly string[] | undefined {
  const [one, ...others] = series;
  if (one === undefined || others.length > 0 || options.length < 3) return undefined;
  const bounds = options.map((option, index) => ({
    option,
    low: one.intervals[index]?.low ?? 0,
    high: one.intervals[index]?.high ?? 0,
  }));
  return bounds.sort((a, b) => a.low - b.low || a.high - b.high).map(({ option }) => option);
}

/** Returns undefined if the input does not have the data of the reference. */
type Reference = (parsed: ParsedInput) => Vector | undefined;

const REFERENCES: Readonly<Record<ReferenceName, Reference>> = {
  uniform: ({ options }) => options.map(() => 1 / options.length),
  last: ({ forecasts }) => newest(forecasts, () => "")[0]?.probabilities,
  sourceMean: ofSources((all) => perOption(all, (column) => sum(column) / column.length)),
  sources: ofSources((all) => {
    const rows = all.map((one) => ({ logs: toLogs(one, PARAMETERS.floor), weight: 1 }));
    return fromLogs(weightedMean(rows));
  }),
  // With the floor, the medians have a positive sum, even if each source is certain of another option.
  sourceMedian: ofSources((all) => toSumOne(perOption(all, (column) => Math.max(medianOf(column), PARAMETERS.floor)))),
  walk: ofSeries((series) => walk(series, false)),
  driftingWalk: ofSeries((series) => walk(series, true)),
  seasonalNaive: ofSeries(forecastSeasonalNaive),
};

/** Applies to the newest forecast of each source; requires two or more sources. */
function ofSources(combine: (probabilities: readonly Vector[]) => Vector): Reference {
  return ({ forecasts }) => {
    const all = newest(forecasts, ({ source }) => source).map(({ probabilities }) => probabilities);
    return all.length < 2 ? undefined : combine(all);
  };
}

/** Returns the newest forecast of each name; on equal dates, the last one in the input. */
function newest(forecasts: readonly Dated<Forecast>[], nameOf: (one: Forecast) => string) {
  return newestOfEach(forecasts, nameOf, "").newest;
}

function perOption(all: readonly Vector[], combine: (column: Vector) => number): Vector {
  return (all[0] ?? []).map((_, option) => combine(all.map((one) => one[option] ?? 0)));
}

/** Requires exactly one series, whose values are not all equal. */
function ofSeries(forecast: (series: Series) => Normal | undefined): Reference {
  return ({ series: [one, ...others] }) => {
    if (one === undefined || others.length > 0 || one.points.every(({ value }) => value === one.last)) return undefined;
    const found = forecast(one);
    if (found === undefined) return undefined;
    // Residuals without spread give a scale of 0, for which probabilities are undefined.
    const normal = { centre: found.centre, scale: Math.max(found.scale, Number.MIN_VALUE), degrees: 1e6 };
    return one.intervals.map(({ low, high }) => probabilityBetween(normal, low, high));
  };
}

/**
 * A random walk from the last measurement. The drift is that from the first to the last measurement; its error widens
 * the distribution.
 */
function walk({ points, last, horizon, span }: Series, isDrifting: boolean): Normal {
  const drift = isDrifting ? (last - (points[0]?.value ?? last)) / span : 0;
  const steps = points.slice(1).map(({ day, value }, index) => {
    const before = points[index] ?? { day, value };
    return (value - before.value - drift * (day - before.day)) / Math.sqrt(day - before.day);
  });
  const time = horizon + (isDrifting ? horizon ** 2 / span : 0);
  const freedom = steps.length - (isDrifting ? 1 : 0);
  return { centre: last + drift * horizon, scale: Math.hypot(...steps) * Math.sqrt(time / freedom) };
}
