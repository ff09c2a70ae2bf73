import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { sum } from "#lib/stats/log-space.ts";
import { fitCandidates } from "./fit-candidates.ts";
import { readSeries } from "./gather-series.ts";
import { PARAMETERS } from "./parameters.ts";
import { distributionOf, weightsOf } from "./pool-series.ts";
import type { Series } from "./reading.ts";
import type { Point } from "./scale.ts";
import { CYCLE_MODELS } from "./series-model.ts";

/** Returns the parsed series, with options for values below, near and above `middle`. */
function seriesOf(points: readonly Point[], horizon: number, middle = 0, width = 1): Series {
  const last = points.at(-1)?.day ?? 0;
  const measurements = points.map(({ day, value }, observation) => ({
    kind: "measurement" as const,
    series: "s",
    unit: undefined,
    value,
    observation,
    age: last - day,
  }));
  const bounds = [-Infinity, middle - width, middle + width, Infinity];
  const intervals = [0, 1, 2].map((option) => ({
    low: bounds[option] ?? 0,
    high: bounds[option + 1] ?? 0,
    withLow: option > 0,
    withHigh: false,
  }));
  const partition = { kind: "partition" as const, series: "s", intervals, observation: points.length, age: 0 };
  const read = readSeries(measurements, partition, horizon, PARAMETERS);
  if (!read.ok) throw new Error(read.reason);
  return read.value;
}

/** Returns the probability that the value is closer than `width` to `middle`. */
function near(points: readonly Point[], horizon: number, middle: number, width: number): number {
  return distributionOf(seriesOf(points, horizon, middle, width), PARAMETERS)[1] ?? 0;
}

/** Returns the total weight of the models with a cycle of each period. */
function weightOf(points: readonly Point[], horizon: number): { readonly day: number; readonly week: number } {
  const { candidates } = seriesOf(points, horizon);
  const weights = weightsOf(candidates, PARAMETERS);
  const total = (period: number) => sum(weights.filter((_, index) => candidates[index]?.period === period));
  return { day: total(1), week: total(7) };
}

const HOUR = 1 / 24;

/** Pseudorandom numbers from -1 to 1, the same in each run. */
function noise(length: number, seed = 1): readonly number[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 1_073_741_823.5 - 1;
  });
}

function walk(length: number, seed?: number): readonly number[] {
  let level = 0;
  return noise(length, seed).map((step) => {
    level += step;
    return level;
  });
}

const every = (gap: number, values: readonly number[]) =>
  values.map((value, index): Point => ({ day: index * gap, value }));

const dayAt = (hour: number) => 10 * Math.sin((2 * Math.PI * hour) / 24) + (hour % 24 === 8 ? 15 : 0);
const WEEKDAYS = [0, 1, 2, 3, 2, -8, -10];
const weekAt = (day: number) => WEEKDAYS[day % 7] ?? 0;

describe("a series with a cycle", () => {
  const hourly = noise(9 * 24).map((error, hour) => dayAt(hour) + error);
  const daily = noise(70).map((error, day) => weekAt(day) + error);

  it.each([1, 6, 8, 17, 24, 60])("of a day is forecast at the hour of the deadline, %d hours ahead", (ahead) => {
    const middle = dayAt(hourly.length - 1 + ahead);
    expect(near(every(HOUR, hourly), ahead * HOUR, middle, 3)).toBeGreaterThan(0.85);
  });

  it.each([1, 3, 5, 10, 25, 60])("of a week is forecast at the weekday of the deadline, %d days ahead", (ahead) => {
    expect(near(every(1, daily), ahead, weekAt(69 + ahead), 3)).toBeGreaterThan(0.8);
  });

  it("of a week that grows with the level is forecast on the log scale", () => {
    const values = noise(84).map((error, day) => Math.exp(0.03 * day + weekAt(day) / 10 + error / 30));
    const { candidates } = seriesOf(every(1, values), 4);
    const weights = weightsOf(candidates, PARAMETERS);
    expect(sum(weights.filter((_, index) => candidates[index]?.scale === "log"))).toBeGreaterThan(0.99);
    const middle = Math.exp(0.03 * 87 + weekAt(87) / 10);
    expect(near(every(1, values), 4, middle, 0.2 * middle)).toBeGreaterThan(0.8);
  });

  it("that repeats exactly is forecast with the certainty of a series that never changed", () => {
    // No value equals the one five days earlier.
    const exact = every(
      1,
      Array.from({ length: 35 }, (_, day) => day % 7),
    );
    const constant = every(1, new Array<number>(35).fill(3));
    expect(near(exact, 5, 39 % 7, 0.5)).toBeCloseTo(near(constant, 5, 3, 0.5), 6);
  });

  it("is forecast with gaps, bursts and times that differ by minutes", () => {
    const points = noise(12 * 24, 7).flatMap((error, hour) => {
      const point = { day: (hour + error / 10) * HOUR, value: dayAt(hour) + error };
      if (hour % 6 === 3) return [];
      return hour % 10 === 0 ? [point, { ...point, day: point.day + HOUR / 60 }] : [point];
    });
    const last = points.at(-1)?.day ?? 0;
    for (const hour of [290, 296, 305]) expect(near(points, hour * HOUR - last, dayAt(hour), 4)).toBeGreaterThan(0.7);
  });

  it("keeps the weekday when clocks change and values of local midnights are 23 or 25 hours apart", () => {
    const points = daily.map((value, day): Point => ({ day: day >= 30 && day < 60 ? day - HOUR : day, value }));
    for (const ahead of [3, 8]) expect(near(points, ahead, weekAt(69 + ahead), 3)).toBeGreaterThan(0.8);
  });

  it.each([23, 25])("keeps the hour of the day within a few days of a day of %d hours", (length) => {
    const local = (hour: number) => (hour < 6 * 24 ? hour : hour + 24 - length);
    const points = every(
      HOUR,
      noise(9 * 24).map((error, hour) => dayAt(local(hour)) + error),
    );
    for (const ahead of [6, 24]) {
      const expected = dayAt(local(9 * 24 - 1 + ahead));
      expect(near(points, ahead * HOUR, expected, 6)).toBeGreaterThan(0.75);
    }
  });

  it("of weekdays only is forecast from the same weekday", () => {
    const points = noise(60).map((error, index): Point => {
      return { day: 7 * Math.floor(index / 5) + (index % 5), value: (index % 5 === 0 ? 9 : 0) + error };
    });
    for (const [ahead, middle] of [
      [3, 9],
      [4, 0],
      [10, 9],
    ] as const)
      expect(near(points, ahead, middle, 3)).toBeGreaterThan(0.8);
  });
});

describe("the models with a cycle", () => {
  it("have a day and a week for hourly values, a week for daily values, and no cycle for slower values", () => {
    const periods = (gap: number) => [
      ...new Set(seriesOf(every(gap, walk(240)), gap).candidates.map(({ period }) => period)),
    ];
    expect([HOUR, 0.5, 1, 2, 7, 30.4].map(periods)).toEqual([
      [undefined, 1, 7],
      [undefined, 1, 7],
      [undefined, 7],
      [undefined],
      [undefined],
      [undefined],
    ]);
  });

  it("need measurements at the phase of the deadline, and five that have an earlier one at the same phase", () => {
    const periods = (points: readonly Point[], horizon: number) => [
      ...new Set(seriesOf(points, horizon).candidates.map(({ period }) => period)),
    ];
    expect(periods(every(1, walk(11)), 1)).toEqual([undefined]);
    expect(periods(every(1, walk(12)), 1)).toEqual([undefined, 7]);
    const weekdays = every(1, walk(60)).filter(({ day }) => day % 7 < 5);
    expect(periods(weekdays, 1)).toEqual([undefined, 7]);
    expect(periods(weekdays, 2)).toEqual([undefined]);
  });

  it("have the prior share of cycles, divided equally", () => {
    const { candidates } = seriesOf(every(HOUR, walk(240)), HOUR);
    const weights = weightsOf(
      candidates.map((one) => ({ ...one, evidence: 0 })),
      PARAMETERS,
    );
    const shares = weights.filter((_, index) => candidates[index]?.period !== undefined);
    expect(shares).toHaveLength(2 * CYCLE_MODELS.length);
    for (const share of shares) expect(share).toBeCloseTo(PARAMETERS.series_cycle_share / shares.length, 12);
    expect(sum(weights)).toBeCloseTo(1, 12);
  });

  it("have almost no weight for random walks, and almost all for clear cycles", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { day, week } = weightOf(every(HOUR, walk(240, seed)), 6 * HOUR);
      expect(day + week).toBeLessThan(0.01);
      expect(weightOf(every(1, walk(90, seed)), 3).week).toBeLessThan(0.1);
      const hourly = walk(240, seed).map((level, hour) => level + dayAt(hour));
      expect(weightOf(every(HOUR, hourly), 6 * HOUR).day).toBeGreaterThan(0.99);
    }
  });

  it("have a week instead of a day for hourly values if weekends differ", () => {
    const values = noise(15 * 24, 3).map((error, hour) => {
      const isWeekend = Math.floor(hour / 24) % 7 >= 5;
      return (isWeekend ? -dayAt(hour + 6) : dayAt(hour)) + error;
    });
    expect(weightOf(every(HOUR, values), HOUR).week).toBeGreaterThan(0.99);
  });

  it("give a distribution for all values, and the same one each time", () => {
    const value = fc.oneof(fc.constantFrom(0, 0, 0, 1, 1e100, -1e100, 5e-324), fc.integer({ min: -9, max: 99 }));
    const gaps = fc.constantFrom(1 / 1440, HOUR / 4, HOUR, 0.3, 1, 1, 3);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(gaps, value), { minLength: 5, maxLength: 60 }),
        fc.constantFrom(0.01, 0.25, 1, 3, 50, 4000),
        (steps, horizon) => {
          let day = 0;
          const points = steps.map(([gap, value]) => {
            day += gap;
            return { day, value };
          });
          const found = distributionOf(seriesOf(points, horizon), PARAMETERS);
          expect(Math.abs(sum(found) - 1)).toBeLessThan(1e-9);
          for (const p of found) expect(p).toBeGreaterThanOrEqual(0);
          expect(distributionOf(seriesOf(structuredClone(points), horizon), PARAMETERS)).toEqual(found);
        },
      ),
    );
  });

  it("are fitted to the newest measurements only, in a bounded number of filter steps", () => {
    // The filter computes one exponential per step. Each scale has 7 passes without a cycle and 10 with one; hourly
    // values have two cycles, and for each the previous models are fitted again, to compare both.
    const steps = (points: readonly Point[]) => {
      const exponentials = vi.spyOn(Math, "exp");
      fitCandidates(points, 0.25, PARAMETERS);
      const count = exponentials.mock.calls.length;
      exponentials.mockRestore();
      return count;
    };
    const most = PARAMETERS.series_most_measurements;
    const values = walk(4 * most).map((level, hour) => 1000 + level + dayAt(hour));
    const bound = (length: number) => 2 * (7 + 7 + 10 + 10 + 10) * (length + 1) + 1000;
    expect(steps(every(HOUR, values.slice(-270)))).toBeLessThan(bound(270));
    expect(steps(every(HOUR, values))).toBeLessThan(bound(most));
    const newest = every(HOUR, values).slice(-most);
    expect(fitCandidates(every(HOUR, values), 0.25, PARAMETERS)).toEqual(fitCandidates(newest, 0.25, PARAMETERS));
  });
});
