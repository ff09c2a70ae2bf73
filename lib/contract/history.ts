import { compareInstants, type Instant, readDateTime } from "./date-time.ts";
import type { Json } from "./json.ts";

/** The squares of larger values could overflow a double. */
export const MAX_VALUE = 1e100;

export interface HistoryValue {
  /** A date-time in the contract's format. */
  readonly time: string;
  readonly instant: Instant;
  readonly value: number;
}

type HistoryData = Readonly<Partial<Record<"start" | "every" | "values", Json | undefined>>>;

export type HistoryReading = { readonly ok: true; readonly values: readonly HistoryValue[] } | Refusal;

interface Refusal {
  readonly ok: false;
  /** The path relative to `data`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Reads the dated values of a history's `data`, oldest first and without missing values. If `observedAt` is set, no
 * value may be later than this date-time. Hand-written, because a schema library is slow for thousands of values.
 */
export function readHistory(data: HistoryData, observedAt?: string): HistoryReading {
  const { start, every, values } = data;
  if (!Array.isArray(values)) return refuse(["values"], "values must be an array.");
  const isRegular = start !== undefined || every !== undefined;
  const timeOf = isRegular ? readClock(start, every) : timeOfPair;
  if (typeof timeOf !== "function") return timeOf;
  const known = readDateTime(observedAt ?? "");
  const read: HistoryValue[] = [];
  for (const [index, entry] of values.entries()) {
    if (isRegular && entry === null) continue;
    const time = timeOf(index, entry);
    if ("ok" in time) return time;
    const path = ["values", index];
    const value = isRegular || !Array.isArray(entry) ? entry : entry[1];
    if (typeof value !== "number")
      return refuse(path, isRegular ? "The value must be a number or null." : "The value must be a number.");
    if (!(Math.abs(value) <= MAX_VALUE)) return refuse(path, `The value must be from ${-MAX_VALUE} to ${MAX_VALUE}.`);
    if (known.ok && compareInstants(time.instant, known.instant) > 0)
      return refuse(path, `The time ${time.time} is later than observed_at, which is when the last value was known.`);
    read.push({ ...time, value });
  }
  if (read.length === 0) return refuse(["values"], "values must have at least one number.");
  return { ok: true, values: read.sort((one, other) => compareInstants(one.instant, other.instant)) };
}

type Time = Omit<HistoryValue, "value">;

/** Returns the time of an entry of `values`. */
type TimeOf = (index: number, entry: Json) => Time | Refusal;

const timeOfPair: TimeOf = (index, entry) =>
  Array.isArray(entry) && entry.length === 2
    ? readTime(["values", index, 0], entry[0])
    : refuse(["values", index], "Without start and every, each entry of values must be a pair [time, number].");

function readTime(path: Refusal["path"], time: Json | undefined): Time | Refusal {
  if (typeof time !== "string") return refuse(path, TIME_NEEDED);
  const read = readDateTime(time);
  if (read.ok) return { time, instant: read.instant };
  return refuse(path, read.error === "zone" ? "The time has no UTC offset." : TIME_NEEDED);
}

const TIME_NEEDED = "The time must be a date-time such as 2026-03-31T00:00:00Z.";
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);
const LOCAL_LENGTH = "2026-03-31T00:00:00".length;

/** Reads `start` and `every`. Steps are taken in the offset of `start`. */
function readClock(start: Json | undefined, every: Json | undefined): TimeOf | Refusal {
  const first = readTime(["start"], start);
  if ("ok" in first) return first;
  if (first.instant.leap) return refuse(["start"], "start must not be a leap second.");
  const step = readEvery(every);
  if (step === undefined)
    return refuse(["every"], "every must be PTnM, PTnH, PnD, PnW, PnM or PnY, with n from 1 to 9999.");
  const local = Date.parse(`${first.time.slice(0, LOCAL_LENGTH)}Z`);
  const rest = first.time.slice(LOCAL_LENGTH);
  return (index) => {
    const moved = step(local, index);
    if (!(moved <= LATEST)) return refuse(["values", index], "The time of this value is later than the year 9999.");
    const time = new Date(moved).toISOString().slice(0, LOCAL_LENGTH) + rest;
    return { time, instant: { ...first.instant, seconds: first.instant.seconds + (moved - local) / 1000 } };
  };
}

const EVERY = /^P(T?[1-9]\d{0,3}[MHDWY])$/;
const HOUR = 3_600_000;
const LENGTHS: Readonly<Record<string, number>> = { TM: HOUR / 60, TH: HOUR, D: 24 * HOUR, W: 168 * HOUR };
const MONTHS: Readonly<Record<string, number>> = { M: 1, Y: 12 };

/**
 * Parses an ISO 8601 duration of one component. Returns a function that adds a number of them to a time in milliseconds.
 * Days have 24 hours. Months and years are those of the calendar; in a month without that day, the last day is used.
 */
function readEvery(text: Json | undefined): ((from: number, steps: number) => number) | undefined {
  const [, parts = ""] = EVERY.exec(typeof text === "string" ? text : "") ?? [];
  const unit = parts.replaceAll(/\d/g, "");
  const count = Number(parts.replaceAll(/\D/g, ""));
  const length = LENGTHS[unit];
  if (length !== undefined) return (from, steps) => from + steps * count * length;
  const months = MONTHS[unit];
  return months === undefined ? undefined : (from, steps) => addMonths(from, steps * count * months);
}

function addMonths(from: number, months: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const end = new Date(new Date(date).setUTCMonth(date.getUTCMonth() + 1, 0));
  return date.setUTCDate(Math.min(day, end.getUTCDate()));
}

function refuse(path: Refusal["path"], message: string): Refusal {
  return { ok: false, path, message };
}
