import { readDateTime, secondsBetween } from "#lib/contract/date-time.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import { isObservationKind } from "#lib/contract/observation-kinds.ts";
import type { Observation, PredictionInput, Task } from "#lib/contract/request.ts";
import { readCounts } from "./read-counts.ts";
import { readForecast } from "./read-forecast.ts";
import type { Counts, Dated, Forecast, Ignored, Read, Reading } from "./reading.ts";
import { shorten } from "./shorten.ts";

/** Reads every observation once. Pure; the request must have passed the contract's checks. */
export function readObservations(task: Task, input: PredictionInput): Reading {
  const options = Object.keys(task.criteria);
  const forecasts: Dated<Forecast>[] = [];
  const counts: Dated<Counts>[] = [];
  const ignored: Ignored[] = [];
  const age = ageUntil(input.as_of);
  for (const [observation, item] of input.context.entries()) {
    if (item.type === "text") {
      ignored.push({ observation, type: "text", reason: "This release does not read text." });
      continue;
    }
    const read = readStructured(item.data, options);
    if (!read.ok) ignored.push({ observation, type: "structured", reason: read.reason });
    else if (read.value.kind === "forecast") forecasts.push({ ...read.value, observation, age: age(item) });
    else counts.push({ ...read.value, observation, age: age(item) });
  }
  return { options, forecasts, counts, ignored };
}

function readStructured(data: JsonObject, options: readonly string[]): Read<Forecast | Counts> {
  const kind = Object.hasOwn(data, "kind") ? data.kind : undefined;
  if (kind === "forecast") return readForecast(data, options);
  if (kind === "counts") return readCounts(data, options);
  if (kind === undefined) return { ok: false, reason: 'It has no "kind".' };
  if (isObservationKind(kind)) return { ok: false, reason: `This release does not use the kind "${kind}".` };
  return { ok: false, reason: `${shorten(JSON.stringify(kind))} is no kind that this release knows.` };
}

const DAY = 86_400;

function ageUntil(asOf: string): (observation: Observation) => number {
  const cutoff = readDateTime(asOf);
  return ({ observed_at }) => {
    const observed = readDateTime(observed_at);
    if (!cutoff.ok || !observed.ok) throw new TypeError("a date that the contract's checks refuse reached the model");
    return Math.max(0, secondsBetween(observed.instant, cutoff.instant) / DAY);
  };
}
