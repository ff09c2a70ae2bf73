/**
 * The contract's date-times: `YYYY-MM-DDTHH:MM:SS[.fraction]` followed by `Z` or `±HH:MM` (RFC 3339, capital letters).
 * Date-times are compared as exact instants with every digit of the fraction, because `Date` has only milliseconds.
 */

/** A point on the UTC time line. Seconds may be negative; a leap second orders after `:59` and before `:00`. */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z; a leap second counts as the second before it. */
  readonly seconds: number;
  readonly leap: boolean;
  /** The digits after the decimal point, without trailing zeros. */
  readonly fraction: string;
}

export type ParsedDateTime =
  | { readonly ok: true; readonly instant: Instant }
  | { readonly ok: false; readonly error: "form" | "zone" };

const LOCAL = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";
const ZONE = "Z|[+-]\\d{2}:\\d{2}";

/** The format including the time zone, for JSON Schema. */
export const DATE_TIME_PATTERN = `^${LOCAL}(\\.\\d+)?(${ZONE})$`;

const PARTS = new RegExp(`^(${LOCAL})(?:\\.(\\d+))?(${ZONE})?$`);

const DAY = 86_400;

const BAD_FORM = { ok: false, error: "form" } as const;

/** Parses a date-time. The error is `zone` if only the time zone is missing, and `form` for any other violation. */
export function readDateTime(text: string): ParsedDateTime {
  const [, local = "", digits = "", zone] = PARTS.exec(text) ?? [];
  const leap = local.endsWith(":60");
  const wholeSeconds = secondsOf(leap ? local.replace(/60$/, "59") : local);
  if (Number.isNaN(wholeSeconds)) return BAD_FORM;
  if (zone === undefined) return { ok: false, error: "zone" };
  const seconds = wholeSeconds - offsetOf(zone);
  if (Number.isNaN(seconds) || (leap && mod(seconds, DAY) !== DAY - 1)) return BAD_FORM;
  return { ok: true, instant: { seconds, leap, fraction: withoutTrailingZeros(digits) } };
}

/** Returns the seconds from 1970 to a time in UTC; NaN if there is no such time. */
function secondsOf(local: string): number {
  const time = Date.parse(`${local}Z`);
  // Date.parse() accepts February 31 and 24:00, and moves them to another day.
  return new Date(time).getUTCDate() === Number(local.slice(8, 10)) ? time / 1000 : Number.NaN;
}

/** Returns the offset of a zone in seconds; NaN if it is not a time of day. */
function offsetOf(zone: string): number {
  if (zone === "Z") return 0;
  const offset = secondsOf(`1970-01-01T${zone.slice(1)}:00`);
  return zone.startsWith("-") ? -offset : offset;
}

export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.leap !== b.leap) return a.leap ? 1 : -1;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Compares two date-times as text; returns 0 if one is invalid. */
export function compareDateTimes(a: string, b: string): number {
  const [one, other] = [readDateTime(a), readDateTime(b)];
  return one.ok && other.ok ? compareInstants(one.instant, other.instant) : 0;
}

/** Returns milliseconds since 1970, as `Date.parse` does. A leap second counts as the second after it. */
export function timeOf(text: string): number {
  const read = readDateTime(text);
  return read.ok ? asSeconds(read.instant) * 1000 : Number.NaN;
}

/** Returns the seconds from `a` to `b` as a double, which is precise enough for ages and horizons. */
export function secondsBetween(a: Instant, b: Instant): number {
  return asSeconds(b) - asSeconds(a);
}

function asSeconds(instant: Instant): number {
  return instant.seconds + (instant.leap ? 1 : 0) + Number(`0.${instant.fraction.slice(0, 17) || "0"}`);
}

/** Avoids a regular expression: `/0+$/` takes quadratic time, and a fraction may have 32,000 digits. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.endsWith("0", end)) end--;
  return digits.slice(0, end);
}

function mod(a: number, b: number): number {
  return ((a % b) + b) % b;
}
