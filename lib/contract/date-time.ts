/**
 * The contract's date-times: `YYYY-MM-DDTHH:MM:SS[.fraction]` followed by `Z` or `±HH:MM` (RFC 3339, capital letters).
 * Compared as exact instants, with every digit of the fraction: `Date` keeps milliseconds and accepts February 31.
 */

/** A point on the UTC time line. Seconds may be negative; a leap second orders after `:59` and before `:00`. */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z; a leap second counts as the second before it. */
  readonly seconds: number;
  readonly leap: boolean;
  /** The digits after the point, without trailing zeros. */
  readonly fraction: string;
}

export type ParsedDateTime =
  | { readonly ok: true; readonly instant: Instant }
  | { readonly ok: false; readonly error: "form" | "zone" };

const FORM =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?<zone>Z|[+-]\d{2}:\d{2})?$/;

/** The same form with its zone, for JSON Schema. */
export const DATE_TIME_PATTERN = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$";

const DAY = 86_400;

/** Reads a date-time. `zone`: well formed, but without one. `form`: anything else that is not the contract's form. */
export function readDateTime(text: string): ParsedDateTime {
  const parts = FORM.exec(text)?.groups;
  if (parts === undefined) return { ok: false, error: "form" };
  const year = Number(parts.year);
  const month = Number(parts.month);
  const day = Number(parts.day);
  const hour = Number(parts.hour);
  const minute = Number(parts.minute);
  const second = Number(parts.second);
  const real =
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour <= 23 && minute <= 59 && second <= 60;
  if (!real) return { ok: false, error: "form" };
  const offset = offsetSeconds(parts.zone);
  if (offset === "none") return { ok: false, error: "zone" };
  if (offset === "invalid") return { ok: false, error: "form" };
  const leap = second === 60;
  const seconds = daysSinceEpoch(year, month, day) * DAY + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset;
  if (leap && mod(seconds, DAY) !== DAY - 1) return { ok: false, error: "form" };
  return { ok: true, instant: { seconds, leap, fraction: withoutTrailingZeros(parts.fraction ?? "") } };
}

/** Negative when `a` is earlier, positive when it is later, 0 when both name the same instant. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.leap !== b.leap) return a.leap ? 1 : -1;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Seconds from `a` to `b` as a double, for ages and horizons, where the last digit does not matter. */
export function secondsBetween(a: Instant, b: Instant): number {
  return asSeconds(b) - asSeconds(a);
}

function asSeconds(instant: Instant): number {
  return instant.seconds + (instant.leap ? 1 : 0) + Number(`0.${instant.fraction.slice(0, 17) || "0"}`);
}

function offsetSeconds(zone: string | undefined): number | "none" | "invalid" {
  if (zone === undefined) return "none";
  if (zone === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return "invalid";
  return (zone.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Without a regular expression: `/0+$/` takes quadratic time, and a fraction may have 32,000 digits. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.endsWith("0", end)) end--;
  return digits.slice(0, end);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, counting years from March so that February is last. */
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
