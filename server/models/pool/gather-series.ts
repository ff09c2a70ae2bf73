import { newestOfEach } from "./newest-of-each.ts";
import type { Parameters } from "./parameters.ts";
import { readSeries } from "./read-series.ts";
import type { Dated, Ignored, Measurement, Partition, Series } from "./reading.ts";

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
  const ignored: Ignored[] = [...superseded];
  const series: Series[] = [];
  for (const name of new Set([...readingsOf.keys(), ...partitionOf.keys()])) {
    const { measurements, ignored: repeats } = dropRepeats(readingsOf.get(name) ?? []);
    ignored.push(...repeats);
    const partition = partitionOf.get(name);
    const read = readSeries(measurements, partition, remaining, parameters);
    if (read.ok) series.push(read.value);
    else {
      for (const { observation } of partition === undefined ? measurements : [...measurements, partition])
        ignored.push({ observation, type: "structured", reason: read.reason });
    }
  }
  return { series, ignored };
}

/**
 * Returns one measurement per instant, oldest first. If several measurements of an instant are equal, the first is
 * used. If they contradict each other, all of them are ignored, because the correct one is unknown.
 */
function dropRepeats(measurements: readonly Dated<Measurement>[]): {
  readonly measurements: readonly Dated<Measurement>[];
  readonly ignored: readonly Ignored[];
} {
  const unique: Dated<Measurement>[] = [];
  const ignored: Ignored[] = [];
  for (const [first, ...others] of Map.groupBy(measurements, ({ age }) => age).values()) {
    if (first === undefined) continue;
    const contradicted = others.some(({ value, unit }) => value !== first.value || unit !== first.unit);
    const reason = contradicted
      ? "Another measurement of the series at the same time has a different value or unit, so none of them is used."
      : `This is a duplicate of observation ${first.observation + 1}.`;
    if (!contradicted) unique.push(first);
    for (const { observation } of contradicted ? [first, ...others] : others)
      ignored.push({ observation, type: "structured", reason });
  }
  return { measurements: unique.sort((a, b) => b.age - a.age), ignored };
}
