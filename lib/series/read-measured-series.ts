import { compareInstants, type Instant, readDateTime } from "#lib/contract/date-time.ts";
import { readHistory } from "#lib/contract/history.ts";
import { historySchema, measurementSchema, partitionSchema } from "#lib/contract/observation-kinds.ts";
import type { Interval } from "#lib/contract/partition-cover.ts";

/** A numeric series of an input, with the range of values that belongs to each option. */
export interface MeasuredSeries {
  /** The name as written in the observation of the newest value. */
  readonly name: string;
  /** Null without a unit, or if the measurements have different units. */
  readonly unit: string | null;
  /** Sorted, oldest first. */
  readonly measurements: readonly Measured[];
  /** Adjacent ranges, lowest first; empty without a valid partition. */
  readonly ranges: readonly Range[];
}

interface Measured {
  /** Index in the input's context. */
  readonly observation: number;
  /** `observed_at` of a measurement, or the time of a value in a history. */
  readonly at: string;
  readonly value: number;
}

export interface Range {
  readonly option: string;
  /** Null without a lower bound. */
  readonly low: number | null;
  /** Null without an upper bound. */
  readonly high: number | null;
  readonly includesLow: boolean;
  readonly includesHigh: boolean;
}

interface Dated {
  readonly observed_at: string;
  readonly data?: unknown;
}

/**
 * Returns the series of an input that have measurements, in order of appearance. As in the embedded model, names differ
 * neither by case nor by surrounding white space, and the newest partition is used. Invalid observations are skipped.
 */
export function readMeasuredSeries(options: readonly string[], context: readonly Dated[]): MeasuredSeries[] {
  const dated = context
    .flatMap(({ observed_at: at, data }, observation) => {
      const read = readDateTime(at);
      return read.ok ? [{ at, data, observation, instant: read.instant }] : [];
    })
    .sort(byInstant);
  const partitions = new Map<string, readonly Range[]>();
  const found: (Measured & { instant: Instant; series: string; unit?: string | undefined })[] = [];
  for (const { data, ...item } of dated) {
    const measurement = measurementSchema.safeParse(data);
    if (measurement.success) found.push({ ...measurement.data, ...item });
    const history = historySchema.safeParse(data);
    const read = history.success ? readHistory(history.data, item.at) : undefined;
    if (history.success && read?.ok)
      for (const { time: at, ...one } of read.values) found.push({ ...item, ...history.data, ...one, at });
    const partition = partitionSchema.safeParse(data);
    if (partition.success && hasExactly(partition.data.intervals, options))
      partitions.set(keyOf(partition.data.series), readRanges(partition.data.intervals));
  }
  const measurements = found.sort(byInstant);
  return [...Map.groupBy(measurements, ({ series }) => keyOf(series))].map(([key, all]) => {
    const units = new Set(all.flatMap(({ unit = "" }) => unit.trim() || []));
    return {
      name: all.at(-1)?.series.trim() ?? key,
      unit: units.size === 1 ? ([...units][0] ?? null) : null,
      measurements: all.map(({ observation, at, value }) => ({ observation, at, value })),
      ranges: partitions.get(key) ?? [],
    };
  });
}

function byInstant(one: { readonly instant: Instant }, other: { readonly instant: Instant }): number {
  return compareInstants(one.instant, other.instant);
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

function hasExactly(intervals: object, options: readonly string[]): boolean {
  return (
    Object.keys(intervals).length === options.length && options.every((option) => Object.hasOwn(intervals, option))
  );
}

function readRanges(intervals: Readonly<Record<string, Interval>>): Range[] {
  const from = ({ above, at_least }: Interval) => at_least ?? above ?? null;
  const to = ({ below, at_most }: Interval) => at_most ?? below ?? null;
  return Object.entries(intervals)
    .map(([option, interval]) => ({
      option,
      low: from(interval),
      high: to(interval),
      includesLow: interval.at_least !== undefined,
      includesHigh: interval.at_most !== undefined,
    }))
    .sort(compareRanges);
}

/** Compares adjacent ranges. A range of one value precedes the range above it. */
function compareRanges(one: Range, other: Range): number {
  return (one.low ?? -Infinity) - (other.low ?? -Infinity) || (one.high ?? Infinity) - (other.high ?? Infinity);
}
