import { readDateTime } from "#lib/contract/date-time.ts";
import { monthNumber } from "#lib/months.ts";
import type { DateTimeForm } from "./compose-form.ts";

const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s(?<name>[a-z]{3,9})\.?,?\s(?<year>\d{4})$/,
  /^(?<name>[a-z]{3,9})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s(?<year>\d{4})$/,
];
const TIME =
  /(?:^|,?\s(?:at\s)?|t)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d+)?))?(?:\s?(?<half>[ap]m))?$/;
const ZONE = /\s?(?:(?<utc>z|utc|gmt)|(?:utc|gmt)?(?<sign>[+\-−])(?<hours>\d{2}):?(?<minutes>\d{2}))$/;

/**
 * Parses "2027-03-20", "20.03.2027 12:00", "20 March 2027, 12:00 UTC", "March 20, 2027 3:30 pm +02:00" into the
 * contract's format. `offset` is "" if the text has no time zone. A date without a time means the start of the day.
 * Returns undefined for dates that do not exist, for ambiguous dates such as
 * 03/04/2027, and for two-digit years.
 */
export function readWrittenDate(text: string): DateTimeForm | undefined {
  let rest = text.trim().replaceAll(/\s+/g, " ").toLowerCase();
  const zone = ZONE.exec(rest)?.groups;
  if (zone !== undefined) rest = rest.replace(ZONE, "").trim();
  const clock = TIME.exec(rest)?.groups;
  if (clock !== undefined) rest = rest.replace(TIME, "").trim();
  const day = DAYS.map((form) => form.exec(rest)?.groups).find((groups) => groups !== undefined);
  if (day === undefined) return undefined;
  const month = day.name === undefined ? Number(day.month) : monthNumber(day.name);
  const local = `${day.year}-${two(month)}-${two(Number(day.day))}T${timeOf(clock)}`;
  const exists = readDateTime(`${local}Z`).ok;
  return exists ? { local, offset: offsetOf(zone) } : undefined;
}

type Groups = Readonly<Record<string, string | undefined>> | undefined;

function timeOf(clock: Groups): string {
  if (clock === undefined) return "00:00:00";
  const hour = Number(clock.hour);
  // "13:00 pm" is invalid.
  if (clock.half !== undefined && (hour < 1 || hour > 12)) return "";
  const hours = clock.half === undefined ? hour : (hour % 12) + (clock.half === "pm" ? 12 : 0);
  return `${two(hours)}:${clock.minute}:${clock.second ?? "00"}`;
}

function offsetOf(zone: Groups): string {
  if (zone === undefined) return "";
  return zone.utc === undefined ? `${zone.sign === "+" ? "+" : "-"}${zone.hours}:${zone.minutes}` : "Z";
}

const two = (number: number): string => String(number).padStart(2, "0");
