import fc from "fast-check";

/** A point in time from which tests generate every notation that the contract allows. */
export interface Moment {
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Digits of the fractional second; "" for none. */
  readonly fraction: string;
  /** True for the leap second that follows `seconds`; `seconds` must then be the last second of a UTC day. */
  readonly leap: boolean;
}

const DAY = 86_400;

/** Generates moments between the years 102 and 9897, mostly between 1990 and 2060. */
export const moment: fc.Arbitrary<Moment> = fc.record({
  seconds: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: secondsOf(1990), max: secondsOf(2060) }) },
    { weight: 1, arbitrary: fc.integer({ min: secondsOf(102), max: secondsOf(9897) }) },
    { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 40_000 }).map((day) => day * DAY - 1) },
  ),
  fraction: fractionDigits(),
  leap: fc.constant(false),
});

/** Generates moments not later than `end`, often `end` itself with trailing zeros or without its fraction. */
export function notAfter(end: Moment): fc.Arbitrary<Moment> {
  const before = fc
    .tuple(distance(), fractionDigits())
    .map(([seconds, fraction]): Moment => ({ seconds: end.seconds - seconds, fraction, leap: false }));
  const leap = before.map(({ seconds, fraction }): Moment => {
    const day = Math.floor((seconds + 1) / DAY);
    return { seconds: day * DAY - 1, fraction, leap: true };
  });
  const same = fc.nat({ max: 3 }).map((zeros): Moment => ({ ...end, fraction: end.fraction + "0".repeat(zeros) }));
  const start: Moment = { ...end, fraction: "" };
  return fc.oneof(
    { weight: 8, arbitrary: before },
    { weight: 1, arbitrary: leap },
    { weight: 2, arbitrary: same },
    { weight: 1, arbitrary: fc.constant(start) },
  );
}

/** Generates moments later than `start`, sometimes by a nanosecond or less. */
export function laterThan(start: Moment): fc.Arbitrary<Moment> {
  const later = fc
    .tuple(distance(), fractionDigits())
    .map(([seconds, fraction]): Moment => ({ seconds: start.seconds + seconds, fraction, leap: false }));
  const barely = fc.constant<Moment>({ ...start, fraction: `${start.fraction.padEnd(8, "0")}1` });
  return fc.oneof({ weight: 8, arbitrary: later }, { weight: 1, arbitrary: barely });
}

/** Generates date-time strings for a moment, with various UTC offsets or `Z`. */
export function spelling(of: Moment): fc.Arbitrary<string> {
  const offset = fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
    fc.integer({ min: -1439, max: 1439 }),
  );
  return offset.map((minutes) => spell(of, minutes));
}

/** Formats a moment with a UTC offset in minutes, or with `Z` if there is none. */
function spell({ seconds, fraction, leap }: Moment, offset?: number): string {
  const local = new Date((seconds + (offset ?? 0) * 60) * 1000);
  const year = String(local.getUTCFullYear()).padStart(4, "0");
  const rest = [local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCHours(), local.getUTCMinutes()].map(two);
  const second = leap ? "60" : two(local.getUTCSeconds());
  const point = fraction === "" ? "" : `.${fraction}`;
  return `${year}-${rest[0]}-${rest[1]}T${rest[2]}:${rest[3]}:${second}${point}${zone(offset)}`;
}

function zone(offset: number | undefined): string {
  if (offset === undefined) return "Z";
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function secondsOf(year: number): number {
  const start = new Date(0);
  start.setUTCFullYear(year);
  return Math.floor(start.getTime() / 1000);
}

/** Generates durations from one second to 36,500 days, in seconds. */
function distance(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 1, max: 120 }),
    fc.integer({ min: 1, max: 400 * DAY }),
    fc.integer({ min: 1, max: 36_500 * DAY }),
  );
}

function fractionDigits(): fc.Arbitrary<string> {
  const digits = fc.stringMatching(/^\d{1,12}$/);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant("") },
    { weight: 3, arbitrary: digits },
    { weight: 1, arbitrary: fc.constant("0".repeat(30)) },
  );
}
