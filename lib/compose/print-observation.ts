import type { DateTimeForm, IntervalForm, ObservationForm } from "./compose-form.ts";
import { type Members, object, quote } from "./json-text.ts";

/** Nothing was typed: an offset alone is no date-time. */
export const printDate = ({ local, offset }: DateTimeForm): string => quote(local === "" ? "" : local + offset);

/** An observation as JSON on one line. `idOf`: from an option's key to its id. */
export function printObservation(observation: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  const observedAt = ["observed_at", printDate(observation.observedAt)] as const;
  if (observation.kind === "text") {
    return object([["type", quote("text")], ["text", quote(observation.text)], observedAt]);
  }
  return object([["type", quote("structured")], ["data", printData(observation, idOf)], observedAt]);
}

/** The `data` of a structured one. */
export function printData(observation: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  const { kind, name, weight, value, unit } = observation;
  const members: Members[number][] = [["kind", quote(kind)]];
  switch (kind) {
    case "forecast":
      members.push(["source", quote(name)], ["probabilities", printNumbers(observation, idOf)]);
      if (weight !== "") members.push(["weight", printNumber(weight)]);
      break;
    case "counts":
      members.push(["reference_class", quote(name)], ["counts", printNumbers(observation, idOf)]);
      break;
    case "measurement":
      members.push(["series", quote(name)]);
      if (value !== "") members.push(["value", printNumber(value)]);
      if (unit !== "") members.push(["unit", quote(unit)]);
      break;
    case "partition":
      members.push(["series", quote(name)], ["intervals", printIntervals(observation, idOf)]);
      break;
    default:
      return printRaw(observation.json);
  }
  return object(members);
}

function printNumbers({ numbers }: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  const members: Members[number][] = [];
  for (const [key, id] of idOf) {
    const number = numbers[key] ?? "";
    if (number !== "") members.push([id, printNumber(number)]);
  }
  return object(members);
}

function printIntervals({ intervals }: ObservationForm, idOf: ReadonlyMap<string, string>): string {
  const members: Members[number][] = [];
  for (const [key, id] of idOf) {
    const interval = intervals[key];
    if (interval !== undefined) members.push([id, printInterval(interval)]);
  }
  return object(members);
}

function printInterval({ lower, lowerIs, upper, upperIs }: IntervalForm): string {
  const members: Members[number][] = [];
  if (lower !== "") members.push([lowerIs, printNumber(lower)]);
  if (upper !== "") members.push([upperIs, printNumber(upper)]);
  return object(members);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as it was typed; what is none becomes a string, for the checks to find. */
function printNumber(text: string): string {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? trimmed : quote(text);
}

/** JSON as it was typed; what is not JSON (yet) becomes a string, so that the rest of the request can be checked. */
function printRaw(text: string): string {
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return quote(text);
  }
}
