import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Series } from "./reading.ts";
import { forecastSeasonalNaive } from "./references.ts";

/** Returns a series of values at days, which are relative to the last measurement, and a deadline `horizon` days later. */
function seriesOf(days: readonly number[], valueAt: (day: number) => number, horizon: number): Series {
  const sorted = days.toSorted((a, b) => a - b);
  const points = sorted.map((day) => ({ day, value: valueAt(day) }));
  return { points, horizon, span: 0, last: 0 } as unknown as Series;
}

const range = (length: number, step: number) => Array.from({ length }, (_, index) => (index - length + 1) * step);
/** Returns a value that differs for each phase, in hundredths of the period. */
const wave = (period: number) => (day: number) =>
  Math.round((100 * (((day % period) + period) % period)) / period) % 100;

describe("the seasonal naive forecast", () => {
  it("is the value one cycle before the deadline, with the root mean square of the differences", () => {
    // Weeks with a constant rise of 7 a week and no other change: every difference is 7.
    const found = forecastSeasonalNaive(seriesOf(range(15, 1), (day) => 7 * Math.floor((day + 70) / 7), 3));
    expect(found).toEqual({ centre: 7 * 9, scale: expect.closeTo(7, 12) });
  });

  it("goes back as many cycles as the deadline needs, and compares over the same lag", () => {
    const found = forecastSeasonalNaive(seriesOf(range(29, 1), (day) => 7 * Math.floor((day + 70) / 7), 10));
    expect(found).toEqual({ centre: 7 * 9, scale: expect.closeTo(14, 12) });
  });

  it.each([
    ["day", 1, 1 / 24, 24 * 4, 0.25],
    ["week", 7, 1, 40, 10],
    ["year", 365.25, 365.25 / 12, 40, 61],
  ])("is exact on a cycle of a %s without noise", (_, period, step, length, horizon) => {
    const valueAt = wave(period);
    const found = forecastSeasonalNaive(seriesOf(range(length, step), valueAt, Math.round(horizon / step) * step));
    expect(found).toEqual({ centre: valueAt(Math.round(horizon / step) * step), scale: 0 });
  });

  it("is exact on a weekly cycle with missing measurements and a change of the clock by an hour", () => {
    fc.assert(
      fc.property(fc.subarray(range(84, 1), { minLength: 78 }), fc.integer({ min: -60, max: -20 }), (some, change) => {
        const days = [...new Set([...some, 0])].map((day) => (day < change ? day - 1 / 24 : day));
        const valueAt = (day: number) => ((Math.round(day) % 7) + 7) % 7;
        const found = forecastSeasonalNaive(seriesOf(days, valueAt, 5));
        // Undefined if the day one week before the deadline is missing.
        expect(found).toEqual(days.includes(-2) ? { centre: 5, scale: 0 } : undefined);
      }),
    );
  });

  it("uses the cycle with the smallest differences", () => {
    const weekly = (day: number) => wave(7)(Math.floor(day));
    const found = forecastSeasonalNaive(seriesOf(range(24 * 21, 1 / 24), weekly, 1 / 2));
    expect(found).toEqual({ centre: weekly(0.5), scale: 0 });
  });

  it("needs two measurements per cycle, five differences and a measurement with the phase of the deadline", () => {
    const is = (days: readonly number[], horizon: number) => {
      return forecastSeasonalNaive(seriesOf(days, Math.cos, horizon)) !== undefined;
    };
    expect([is(range(30, 3.5), 3.5), is(range(30, 4), 4)]).toEqual([true, false]);
    expect([is(range(12, 1), 1), is(range(11, 1), 1)]).toEqual([true, false]);
    const workdays = range(30, 1).filter((day) => ((day % 7) + 7) % 7 < 5);
    expect([is(workdays, 2), is(workdays, 6)]).toEqual([true, false]);
  });
});
