import type { ValueRange } from "./value-range.ts";

/** The values that two ranges of the same thing share, in words; undefined where there are none. */
export function commonValues(a: ValueRange, b: ValueRange): string | undefined {
  if (a.of !== b.of) return undefined;
  const lower = Math.max(a.lower, b.lower);
  const upper = Math.min(a.upper, b.upper);
  if (lower > upper) return undefined;
  if (lower === upper) return holds(a, lower) && holds(b, lower) ? String(lower) : undefined;
  if (lower === -Infinity) return `values below ${upper}`;
  if (upper === Infinity) return `values above ${lower}`;
  return `values from ${lower} to ${upper}`;
}

function holds(range: ValueRange, value: number): boolean {
  const above = value > range.lower || (value === range.lower && range.lowerClosed);
  const below = value < range.upper || (value === range.upper && range.upperClosed);
  return above && below;
}

/**
 * Which values do these ranges leave out, in words; undefined where they cover everything. A range from 0 counts as
 * open below, and one to 100 % as open above; neighbours may stand one step apart ("10 to 19", "20 to 29").
 */
export function valuesLeftOut(ranges: readonly ValueRange[]): string | undefined {
  const [first, ...others] = ranges.toSorted((a, b) => a.lower - b.lower || a.upper - b.upper);
  if (first === undefined) return "all values";
  if (first.lower !== -Infinity && first.lower !== 0) return `values below ${first.lower}`;
  let top = first;
  for (const range of others) {
    const step = Math.min(top.step, range.step);
    const touches = range.lower < top.upper || (range.lower === top.upper && (range.lowerClosed || top.upperClosed));
    // Doubles: 0.3 − 0.2 is a little less than a step of 0.1, 0.4 − 0.3 a little more.
    const follows = range.lowerClosed && top.upperClosed && range.lower - top.upper <= step * 1.000001;
    if (!touches && !follows)
      return range.lower === top.upper ? String(top.upper) : `values between ${top.upper} and ${range.lower}`;
    if (range.upper >= top.upper) top = range;
  }
  if (top.upper === Infinity || (top.upper === 100 && top.of.endsWith("%"))) return undefined;
  return `values above ${top.upper}`;
}
