import { fitCandidates } from "./fit-candidates.ts";
import { newestOfEach } from "./newest-of-each.ts";
import type { Parameters } from "./parameters.ts";
import type { Dated, Ignored, Measurement, Partition, Read, Series, Share } from "./reading.ts";
import type { Point } from "./scale.ts";
import { meanGap } from "./typical-gap.ts";

const SUPERSEDED = "A newer partition of the same series is used instead.";

/**
 * Groups measurements and partitions by series name. If a series cannot be forecast, all of its observations are
 * ignored with the reason. `remaining` is the time from `as_of` to the deadline in days.
 */
export function gatherSeries(
  measurements: readonly Dated<Measurement>[],
  partitions: readonly Dated<Partition>[],
  remaining: number,
  parameters: Parameters,
): { readonly series: readonly Series[]; readonly ignored: readonly Ignored[] } {
  const { newest, ignored: superseded } = newestOfEach(partitions, ({ series }) => series, SUPERSEDED);
  const partitionOf = new Map(newest.map((one) => [one.series, one]));
  const readingsOf = Map.groupBy(measurements, ({ series }) => series);
  const reasons = new Map<number, string>();
  const series: Series[] = [];
  for (const name of new Set([...readingsOf.keys(), ...partitionOf.keys()])) {
    const measurements = dropRepeats(readingsOf.get(name) ?? [], reasons);
    const partition = partitionOf.get(name);
    const read = readSeries(measurements, partition, remaining, parameters);
    if (read.ok) series.push(read.value);
    else {
      for (const { observation } of partition === undefined ? measurements : [...measurements, partition])
        reasons.set(observation, read.reason);
    }
  }
  const ignored = [...reasons].map(([observation, reason]): Ignored => ({ observation, type: "structured", reason }));
  return { series, ignored: [...superseded, ...ignored] };
}

const CONTRADICTION =
  "The series has a different value or unit at the same time, so none of the contradictory observations is used.";

/**
 * Returns one measurement per instant, oldest first. If several measurements of an instant are equal, the first is
 * used. If they contradict each other, all their observations are ignored, because the correct one is unknown. Adds the
 * reason for each observation without a used measurement to `reasons`.
 */
function dropRepeats(all: readonly Dated<Measurement>[], reasons: Map<number, string>): Dated<Measurement>[] {
  const instants = [...Map.groupBy(all, ({ age }) => age).values()];
  for (const { observation } of instants.filter(disagree).flat()) reasons.set(observation, CONTRADICTION);
  const agreed = instants.map((same) => same.filter(({ observation }) => !reasons.has(observation)));
  const measurements = agreed.flatMap(([first]) => first ?? []).sort((a, b) => b.age - a.age);
  const used = new Set(measurements.map(({ observation }) => observation));
  for (const [first, ...others] of agreed) {
    for (const { observation } of others) {
      if (first !== undefined && !used.has(observation))
        reasons.set(observation, `This repeats other observations, such as observation ${first.observation + 1}.`);
    }
  }
  return measurements;
}

function disagree([first, ...others]: readonly Dated<Measurement>[]): boolean {
  return others.some(({ value, unit }) => value !== first?.value || unit !== first?.unit);
}

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
