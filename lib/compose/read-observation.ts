import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "#lib/contract/json.ts";
import {
  type DateTimeForm,
  emptyObservation,
  type IntervalForm,
  LOWER_BOUNDS,
  NO_DATE,
  NO_INTERVAL,
  type ObservationForm,
  UPPER_BOUNDS,
} from "./compose-form.ts";
import { printData } from "./print-observation.ts";

/**
 * An observation of a request as the form keeps it. `keyOf`: from an option's id to its key. Structured data whose kind
 * has fields that hold all of it gets these; any other is kept as JSON.
 */
export function readObservation(observation: Json, keyOf: ReadonlyMap<string, string>): ObservationForm {
  if (!isJsonObject(observation)) return emptyObservation("raw");
  const observedAt = readDate(textOf(observation.observed_at));
  if (observation.type === "text") return { ...emptyObservation("text"), observedAt, text: textOf(observation.text) };
  const { data = null } = observation;
  const read = isJsonObject(data) ? readKind(data, keyOf) : undefined;
  if (read !== undefined && says(read, keyOf, data)) return { ...read, observedAt };
  return { ...emptyObservation("raw"), observedAt, json: JSON.stringify(data, null, 2) };
}

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;

/** The two parts of a date-time's text, whatever it says: together they are that text. */
export function readDate(text: string): DateTimeForm {
  if (text === "") return NO_DATE;
  const at = ZONE.exec(text)?.index;
  return at === undefined ? { local: text, offset: "" } : { local: text.slice(0, at), offset: text.slice(at) };
}

function says(read: ObservationForm, keyOf: ReadonlyMap<string, string>, data: Json): boolean {
  const idOf = new Map([...keyOf].map(([id, key]) => [key, id]));
  try {
    return canonicalJson(JSON.parse(printData(read, idOf))) === canonicalJson(data);
  } catch {
    return false;
  }
}

function readKind(data: JsonObject, keyOf: ReadonlyMap<string, string>): ObservationForm | undefined {
  switch (data.kind) {
    case "forecast":
      return {
        ...emptyObservation("forecast"),
        name: textOf(data.source),
        numbers: readNumbers(data.probabilities, keyOf),
        weight: numberOf(data.weight),
      };
    case "counts":
      return {
        ...emptyObservation("counts"),
        name: textOf(data.reference_class),
        numbers: readNumbers(data.counts, keyOf),
      };
    case "measurement":
      return {
        ...emptyObservation("measurement"),
        name: textOf(data.series),
        value: numberOf(data.value),
        unit: textOf(data.unit),
      };
    case "partition":
      return {
        ...emptyObservation("partition"),
        name: textOf(data.series),
        intervals: readIntervals(data.intervals, keyOf),
      };
    default:
      return undefined;
  }
}

function readNumbers(values: Json | undefined, keyOf: ReadonlyMap<string, string>): Record<string, string> {
  return byKey(values, keyOf, numberOf);
}

function readIntervals(values: Json | undefined, keyOf: ReadonlyMap<string, string>): Record<string, IntervalForm> {
  return byKey(values, keyOf, (interval) => {
    if (!isJsonObject(interval)) return NO_INTERVAL;
    const lowerIs = LOWER_BOUNDS.find((bound) => Object.hasOwn(interval, bound)) ?? NO_INTERVAL.lowerIs;
    const upperIs = UPPER_BOUNDS.find((bound) => Object.hasOwn(interval, bound)) ?? NO_INTERVAL.upperIs;
    return { lower: numberOf(interval[lowerIs]), lowerIs, upper: numberOf(interval[upperIs]), upperIs };
  });
}

/** What an object says of each option, by the option's key; what it says of others is left out. */
function byKey<T>(
  values: Json | undefined,
  keyOf: ReadonlyMap<string, string>,
  read: (value: Json) => T,
): Record<string, T> {
  if (!isJsonObject(values)) return {};
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => {
      const key = keyOf.get(id);
      return key === undefined ? [] : [[key, read(value)]];
    }),
  );
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** A number as text; text as it is, for a half-typed number is printed as a string. */
const numberOf = (value: Json | undefined): string =>
  typeof value === "number" ? JSON.stringify(value) : textOf(value);
