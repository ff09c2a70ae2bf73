import type { z } from "zod";
import { sortMembers } from "#lib/contract/canonical.ts";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { type Instant, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import { type HistoryValue, readHistory } from "#lib/contract/history.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import {
  countsSchema,
  forecastSchema,
  historySchema,
  isObservationKind,
  measurementSchema,
  partitionSchema,
} from "#lib/contract/observation-kinds.ts";
import type { PredictionInput, StructuredObservation, Task } from "#lib/contract/request.ts";
import { sum, toSumOne } from "#lib/stats/log-space.ts";
import { gatherSeries } from "./gather-series.ts";
import { newestOfEach } from "./newest-of-each.ts";
import type { Parameters } from "./parameters.ts";
import type { Counts, Dated, Forecast, Ignored, Measurement, ParsedInput, Partition, Read } from "./reading.ts";
import { shorten } from "./shorten.ts";

const SUPERSEDED = "Newer counts of the same reference class are used instead.";

/**
 * Parses all observations of a valid request and sorts out those that cannot be used. Of each reference class only the
 * newest counts are used, because they include the older cases; on equal dates, those with the most cases. Options are
 * in code-unit order of their ids, so the order of members in the request has no influence. Pure.
 */
export function readObservations(task: Task, input: PredictionInput, parameters: Parameters): ParsedInput {
  const options = canonicalOptions(task);
  const forecasts: Dated<Forecast>[] = [];
  const counts: Dated<Counts>[] = [];
  const measurements: Dated<Measurement>[] = [];
  const partitions: Dated<Partition>[] = [];
  const ignored: Ignored[] = [];
  const cutoff = instantOf(input.as_of);
  for (const [observation, item] of input.context.entries()) {
    if (item.type === "text") {
      ignored.push({ observation, type: "text", reason: "This release does not read text." });
      continue;
    }
    const read = readStructured({ ...item, data: sortMembers(item.data) }, options);
    if (!read.ok) {
      ignored.push({ observation, type: "structured", reason: read.reason });
      continue;
    }
    const datedAt = (instant: Instant) => ({ observation, age: Math.max(0, daysBetween(instant, cutoff)) });
    const index = datedAt(instantOf(item.observed_at));
    if (read.value.kind === "forecast") forecasts.push({ ...read.value, ...index });
    else if (read.value.kind === "counts") counts.push({ ...read.value, ...index });
    else if (read.value.kind === "partition") partitions.push({ ...read.value, ...index });
    else {
      const { series, unit, values } = read.value;
      for (const { value, instant } of values) measurements.push({ series, unit, value, ...datedAt(instant) });
    }
  }
  const classes = newestOfEach(
    counts,
    ({ referenceClass }) => referenceClass,
    SUPERSEDED,
    (one, other) => one.cases > other.cases,
  );
  const horizon = daysBetween(cutoff, instantOf(task.resolution.resolves_at));
  const walks = gatherSeries(measurements, partitions, horizon, parameters);
  return {
    options,
    horizon,
    forecasts,
    counts: classes.newest,
    series: walks.series,
    ignored: [...ignored, ...classes.ignored, ...walks.ignored].sort((a, b) => a.observation - b.observation),
  };
}

/** The values of a measurement, which has one, or of a history. */
interface Measured extends Pick<Measurement, "series" | "unit"> {
  readonly kind: "measured";
  readonly values: readonly Pick<HistoryValue, "value" | "instant">[];
}

function readStructured(
  { data, observed_at: observedAt }: StructuredObservation,
  options: readonly string[],
): Read<Forecast | Counts | Measured | Partition> {
  const kind = Object.hasOwn(data, "kind") ? data.kind : undefined;
  if (kind === undefined) return { ok: false, reason: 'The observation has no "kind".' };
  if (!isObservationKind(kind))
    return { ok: false, reason: `${shorten(JSON.stringify(kind))} is not a kind that this release supports.` };
  return READERS[kind](data, options, observedAt);
}

const READERS = {
  forecast: readForecast,
  counts: readCounts,
  measurement: readMeasurement,
  history: readHistoryValues,
  partition: readPartition,
};

const DAY = 86_400;

function daysBetween(from: Instant, to: Instant): number {
  return secondsBetween(from, to) / DAY;
}

function instantOf(text: string): Instant {
  const read = readDateTime(text);
  if (!read.ok) throw new TypeError("a date that request validation should have refused reached the model");
  return read.instant;
}

function readCounts(data: JsonObject, options: readonly string[]): Read<Counts> {
  const parsed = countsSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { reference_class, counts } = parsed.data;
  const error = optionError(counts, options);
  if (error !== undefined) return { ok: false, reason: error };
  const byOption = options.map((option) => counts[option] ?? 0);
  const cases = sum(byOption);
  if (cases < 1) return { ok: false, reason: "The counts sum to less than one case." };
  const referenceClass = reference_class.trim().toLowerCase();
  return { ok: true, value: { kind: "counts", referenceClass, counts: byOption, cases } };
}

function readForecast(data: JsonObject, options: readonly string[]): Read<Forecast> {
  const parsed = forecastSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { source, probabilities, weight = 1 } = parsed.data;
  const error = optionError(probabilities, options);
  if (error !== undefined) return { ok: false, reason: error };
  const value: Forecast = {
    kind: "forecast",
    source: source.trim().toLowerCase(),
    probabilities: toSumOne(options.map((option) => probabilities[option] ?? 0)),
    weight,
  };
  return { ok: true, value };
}

function readMeasurement(data: JsonObject, _: readonly string[], observedAt: string): Read<Measured> {
  const parsed = measurementSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  return toMeasured(parsed.data, [{ value: parsed.data.value, instant: instantOf(observedAt) }]);
}

function readHistoryValues(data: JsonObject, _: readonly string[], observedAt: string): Read<Measured> {
  const parsed = historySchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const read = readHistory(data, observedAt);
  if (!read.ok) return { ok: false, reason: `${read.path.join(".")}: ${read.message}` };
  return toMeasured(parsed.data, read.values);
}

function toMeasured(
  { series, unit }: { readonly series: string; readonly unit?: string | undefined },
  values: Measured["values"],
): Read<Measured> {
  return { ok: true, value: { kind: "measured", series: series.trim().toLowerCase(), unit: unit?.trim(), values } };
}

function readPartition(data: JsonObject, options: readonly string[]): Read<Partition> {
  const parsed = partitionSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { series, intervals } = parsed.data;
  const error = optionError(intervals, options);
  if (error !== undefined) return { ok: false, reason: error };
  const value: Partition = {
    kind: "partition",
    series: series.trim().toLowerCase(),
    intervals: options.map((option) => {
      const { above, at_least, below, at_most } = intervals[option] ?? {};
      return {
        low: at_least ?? above ?? -Infinity,
        high: at_most ?? below ?? Infinity,
        withLow: at_least !== undefined,
        withHigh: at_most !== undefined,
      };
    }),
  };
  return { ok: true, value };
}

/** Returns the first schema violation of an observation as one line: path and message. */
function firstError(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "The observation does not match the schema of its kind.";
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const where = [...issue.path, ...keys].map(String).join(".");
  return where === "" ? issue.message : `${shorten(where)}: ${issue.message}`;
}

/** Returns a message if the object's keys are not exactly the task's option ids; undefined if they are. */
function optionError(values: object, options: readonly string[]): string | undefined {
  const missing = options.find((option) => !Object.hasOwn(values, option));
  if (missing !== undefined) return `The option "${shorten(missing)}" is missing.`;
  const names = Object.keys(values);
  if (names.length === options.length) return undefined;
  return `"${shorten(names.find((name) => !options.includes(name)) ?? "")}" is not an option of the task.`;
}
