import { type Instant, readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import { isObservationKind } from "#lib/contract/observation-kinds.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { sortMembers } from "#lib/contract/sort-members.ts";
import { gatherSeries } from "./gather-series.ts";
import { newestOfEach } from "./newest-of-each.ts";
import type { Parameters } from "./parameters.ts";
import { readCounts } from "./read-counts.ts";
import { readForecast } from "./read-forecast.ts";
import { readMeasurement } from "./read-measurement.ts";
import { readPartition } from "./read-partition.ts";
import type { Counts, Dated, Forecast, Ignored, Measurement, ParsedInput, Partition, Read } from "./reading.ts";
import { shorten } from "./shorten.ts";

const SUPERSEDED = "A newer count of the same reference class is used.";

/**
 * Reads every observation once, and says of each whether it is used. Of several counts of one class only the newest is,
 * for the older cases are in it, and on one date the one with most cases. The order of an object's members has no part
 * in any of it: options are in the order of their ids, by code units. Pure; the request must have passed the
 * contract's checks.
 */
export function readObservations(task: Task, input: PredictionInput, parameters: Parameters): ParsedInput {
  const options = Object.keys(task.criteria).sort();
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
    const read = readStructured(sortMembers(item.data), options);
    if (!read.ok) {
      ignored.push({ observation, type: "structured", reason: read.reason });
      continue;
    }
    const place = { observation, age: Math.max(0, daysBetween(instantOf(item.observed_at), cutoff)) };
    if (read.value.kind === "forecast") forecasts.push({ ...read.value, ...place });
    else if (read.value.kind === "counts") counts.push({ ...read.value, ...place });
    else if (read.value.kind === "measurement") measurements.push({ ...read.value, ...place });
    else partitions.push({ ...read.value, ...place });
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

function readStructured(
  data: JsonObject,
  options: readonly string[],
): Read<Forecast | Counts | Measurement | Partition> {
  const kind = Object.hasOwn(data, "kind") ? data.kind : undefined;
  if (kind === undefined) return { ok: false, reason: 'It has no "kind".' };
  if (!isObservationKind(kind))
    return { ok: false, reason: `${shorten(JSON.stringify(kind))} is no kind that this release knows.` };
  return READERS[kind](data, options);
}

const READERS = {
  forecast: readForecast,
  counts: readCounts,
  measurement: readMeasurement,
  partition: readPartition,
};

const DAY = 86_400;

function daysBetween(from: Instant, to: Instant): number {
  return secondsBetween(from, to) / DAY;
}

function instantOf(text: string): Instant {
  const read = readDateTime(text);
  if (!read.ok) throw new TypeError("a date that the contract's checks refuse reached the model");
  return read.instant;
}
