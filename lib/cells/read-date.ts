import { readDateTime } from "#lib/contract/date-time.ts";
import { monthNumber } from "#lib/months.ts";
import { offsetIn } from "#lib/time-zone.ts";

/** A date as written. `offset` is "" without a time zone, `time` is undefined without a time. */
export interface WrittenDate {
  readonly ok: true;
  readonly day: string;
  readonly time: string | undefined;
  readonly offset: string;
}

interface Unclear {
  readonly ok: false;
  readonly message: string;
  /** Whether the order of day and month would make the date clear. */
  readonly needsOrder?: boolean;
}

const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s(?<name>[a-z]{3,9})\.?,?\s(?<year>\d{4})$/,
  /^(?<name>[a-z]{3,9})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s(?<year>\d{4})$/,
];
const WITH_SLASHES = {
  "day first": /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  "month first": /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
};

/** Order of the numbers of a date with slashes. */
export type DateOrder = keyof typeof WITH_SLASHES;

const TIME =
  /(?:^|,?\s(?:at\s)?|t)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d+)?))?(?:\s?(?<half>[ap]m))?$/;
const ZONE = /\s?(?:(?<utc>z|utc|gmt)|(?:utc|gmt)?(?<sign>[+\-−])(?<hours>\d{2}):?(?<minutes>\d{2}))$/;
const EXAMPLE = "2027-03-20 12:00";

/**
 * Parses "2027-03-20", "20.03.2027 12:00", "20 March 2027, 12:00 UTC", "March 20, 2027 3:30 pm +02:00". Refuses dates
 * that do not exist and two-digit years. Dates with slashes such as 03/04/2027 are refused unless their order is known;
 * two digits are then a year of this century.
 */
export function readWrittenDate(text: string, order?: DateOrder): WrittenDate | Unclear {
  const whole = text.trim().replaceAll(/\s+/g, " ").toLowerCase();
  let rest = whole;
  // The month and the day of "2027-03-20" look like an offset.
  const zone = /:|t\d/.test(rest) || /(?:z|utc|gmt)$/.test(rest) ? ZONE.exec(rest)?.groups : undefined;
  if (zone !== undefined) rest = rest.replace(ZONE, "").trim();
  const clock = TIME.exec(rest)?.groups;
  if (clock !== undefined) rest = rest.replace(TIME, "").trim();
  const forms = order === undefined ? DAYS : [...DAYS, WITH_SLASHES[order]];
  const found = forms.map((form) => form.exec(rest)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return unclear(rest);
  const month = found.name === undefined ? Number(found.month) : monthNumber(found.name);
  const day = `${found.year?.padStart(4, "20")}-${two(month)}-${two(Number(found.day))}`;
  const time = clock === undefined ? undefined : timeOf(clock);
  const offset = offsetOf(zone);
  if (!readDateTime(`${day}T00:00:00Z`).ok) return refuse(`The date ${day} does not exist.`);
  if (!readDateTime(`${day}T${time ?? "00:00:00"}${offset || "Z"}`).ok) return refuse("This time does not exist.");
  return { ok: true, day, time, offset };
}

const refuse = (message: string): Unclear => ({ ok: false, message });

function unclear(day: string): Unclear {
  if (/^\d{1,4}\/\d{1,2}\/\d{1,4}$/.test(day)) {
    const message = `Day and month cannot be told apart in a date with slashes. Write it as ${EXAMPLE}.`;
    return { ...refuse(message), needsOrder: true };
  }
  if (/^\d{1,2}[.-]\s?\d{1,2}[.-]\s?\d{2}$/.test(day)) return refuse(`Write the year with four digits: ${EXAMPLE}.`);
  return refuse(`This is not a date. Write it as ${EXAMPLE}.`);
}

type Groups = Readonly<Record<string, string | undefined>>;

function timeOf(clock: Groups): string {
  const hour = Number(clock.hour);
  // "13:00 pm" is invalid.
  if (clock.half !== undefined && (hour < 1 || hour > 12)) return "";
  const hours = clock.half === undefined ? hour : (hour % 12) + (clock.half === "pm" ? 12 : 0);
  return `${two(hours)}:${clock.minute}:${clock.second ?? "00"}`;
}

function offsetOf(zone: Groups | undefined): string {
  if (zone === undefined) return "";
  return zone.utc === undefined ? `${zone.sign === "+" ? "+" : "-"}${zone.hours}:${zone.minutes}` : "Z";
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The last second of a day: a date without a time became known by the end of that day. */
export const END_OF_DAY = "23:59:59";

/**
 * Returns the UTC offset of a local date-time, such as "2027-03-20T12:00:00", in a zone: an IANA name, "Z" or "+02:00".
 * Refuses a time that the change to or from daylight-saving time skips or repeats.
 */
export function findOffset(local: string, zone: string): { readonly ok: true; readonly offset: string } | Unclear {
  if (OFFSET.test(zone)) return { ok: true, offset: zone };
  const utc = Date.parse(`${local}Z`);
  // A leap second needs an offset.
  if (Number.isNaN(utc)) return refuse("Add a UTC offset to this time.");
  const around = [...new Set([-1, 1].map((days) => offsetIn(zone, utc + days * 86_400_000)))];
  const [offset, other] = around.filter((one) => OFFSET.test(one) && offsetIn(zone, Date.parse(local + one)) === one);
  if (offset === undefined) return refuse(`The time ${local} does not exist in ${zone}: the clocks skip it.`);
  if (other === undefined) return { ok: true, offset };
  return refuse(`The time ${local} occurs twice in ${zone}. Add the UTC offset ${offset} or ${other}.`);
}

const OFFSET = /^(?:Z|[+-]\d{2}:\d{2})$/;
