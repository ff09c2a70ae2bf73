/**
 * The contract's date-times: `YYYY-MM-DDTHH:MM:SS[.fraction]` followed by `Z` or `±HH:MM` (RFC 3339, capital letters).
 * Date-times are compared as exact instants with every digit of the fraction. `Date` is not used, because it has only
 * milliseconds and accepts February 31.
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

/** The format including the time zone, for JSON Schema. */
export const DATE_TIME_PATTERN = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$";

const DAY = 86_400;

const BAD_FORM = { ok: false, error: "form" } as const;
const NO_ZONE = { ok: false, error: "zone" } as const;

/**
 * Parses a date-time. The error is `zone` if only the time zone is missing, and `form` for any other violation. Reads
 * character codes, because a regular expression takes five times as long and a request may have hundreds of date-times.
 */
export function readDateTime(text: string): ParsedDateTime {
  if (text[4] !== "-" || text[7] !== "-" || text[10] !== "T" || text[13] !== ":" || text[16] !== ":") return BAD_FORM;
  const year = readNumber(text, 0, 4);
  const month = readNumber(text, 5, 7);
  const day = readNumber(text, 8, 10);
  const hour = readNumber(text, 11, 13);
  const minute = readNumber(text, 14, 16);
  const second = readNumber(text, 17, 19);
  // readNumber() returns NaN for invalid digits, and NaN fails these comparisons.
  const real =
    year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && isTime(hour, minute, second);
  if (!real) return BAD_FORM;
  const end = text[19] === "." ? endOfDigits(text, 20) : 19;
  if (end === 20) return BAD_FORM;
  if (end === text.length) return NO_ZONE;
  const offset = readOffset(text, end);
  const leap = second === 60;
  const seconds = daysSinceEpoch(year, month, day) * DAY + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset;
  if (Number.isNaN(offset) || (leap && mod(seconds, DAY) !== DAY - 1)) return BAD_FORM;
  return { ok: true, instant: { seconds, leap, fraction: withoutTrailingZeros(text.slice(20, end)) } };
}

const ZERO = "0".charCodeAt(0);

/** Parses the digits from `start` to `end`; NaN if one is not a digit. */
function readNumber(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = 10 * number + digit;
  }
  return number;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= ZERO + 9) at++;
  return at;
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 60;
}

/** Returns the offset in seconds of the zone that starts at `at`; NaN if the zone is invalid. */
function readOffset(text: string, at: number): number {
  const sign = text[at];
  if (sign === "Z" && text.length === at + 1) return 0;
  if ((sign !== "+" && sign !== "-") || text[at + 3] !== ":" || text.length !== at + 6) return Number.NaN;
  const hours = readNumber(text, at + 1, at + 3);
  const minutes = readNumber(text, at + 4, at + 6);
  if (!isTime(hours, minutes, 0)) return Number.NaN;
  return (sign === "-" ? -1 : 1) * (hours * 3600 + minutes * 60);
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

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. Years start in March, so February is last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function mod(a: number, b: number): number {
  return ((a % b) + b) % b;
}
