import { fitCandidates } from "./fit-candidates.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Measurement, Partition, Read, Series, Share } from "./reading.ts";
import type { Point } from "./scale.ts";
import { meanGap } from "./typical-gap.ts";

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
  if (first === undefined || last === undefined) return refuse("The input has no usable value of this series.");
  if (partition === undefined) return refuse("No usable partition maps the values of this series to options.");
  const units = new Set(measurements.map(({ unit }) => unit).filter((unit) => unit !== undefined));
  if (units.size > 1) return refuse("The measurements of this series have different units.");
  if (measurements.length < fewest)
    return refuse(`The series needs at least ${fewest} values at different times and has ${measurements.length}.`);
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
      candidates: fitCandidates(points, horizon, parameters),
    },
  };
}

function sharesOf(all: readonly Dated<object>[]): Share[] {
  const byObservation = Map.groupBy(all, ({ observation }) => observation);
  return [...byObservation].map(([observation, own]) => ({ observation, weight: own.length / all.length }));
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
