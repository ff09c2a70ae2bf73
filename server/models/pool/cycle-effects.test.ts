import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cycleEffects, periodsFor } from "./fit-candidates.ts";

const WEEK = { period: 7, gap: 1, newest: 0.3 };
const PATTERN = [0, 1, 2, 3, 2, -3, -5];

const days = (length: number) => Array.from({ length }, (_, day) => day);
const patternAt = (day: number) => PATTERN[day % 7] ?? 0;

describe("the effects of a cycle", () => {
  it("are its departures from the mean of a period, from the second period on", () => {
    const effects = cycleEffects([...days(35), 39], days(35).map(patternAt), WEEK);
    expect(effects.slice(0, 7)).toEqual(PATTERN.map(() => undefined));
    for (const [index, effect] of effects.slice(7, -1).entries()) expect(effect).toBeCloseTo(patternAt(index), 12);
    expect(effects.at(-1)).toBeCloseTo(patternAt(39), 12);
  });

  it("are means of up to three cycles, and then give the newest cycle its weight", () => {
    const values = days(28).map((day) => (day === 15 ? 7 : 0));
    // The departure of day 15 is 6, because the mean of the week around it is 1. Days 1, 8 and 22 have departures 0.
    const [third, fourth] = [22, 29].map((day) => cycleEffects([...days(28), day], values, WEEK).at(-1));
    expect(third).toBeCloseTo(6 / 3, 12);
    expect(fourth).toBeCloseTo((6 / 3) * (1 - WEEK.newest), 12);
  });

  it("do not depend on the measurement itself or on later ones", () => {
    const path = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(path, fc.nat({ max: 19 }), fc.integer({ min: 1, max: 99 }), (values, from, lift) => {
        const times = [...days(values.length), values.length + 2];
        const changed = values.map((value, day) => (day >= from ? value + lift : value));
        const [before, after] = [values, changed].map((all) => cycleEffects(times, all, WEEK).slice(0, from + 1));
        for (const [index, effect] of (before ?? []).entries())
          expect(after?.[index] ?? Number.NaN).toSatisfy((found: number) =>
            effect === undefined ? Number.isNaN(found) : Math.abs(found - effect) < 1e-9,
          );
      }),
    );
  });

  it("are found by elapsed time, with missing values, bursts and times a few minutes apart", () => {
    const wave = (day: number) => Math.sin(2 * Math.PI * day);
    const times = Array.from({ length: 240 }, (_, hour) => hour / 24 + ((hour * 7) % 11) / 2000)
      .filter((_, hour) => hour % 5 !== 2)
      .flatMap((day, index) => (index % 9 === 0 ? [day, day + 1 / 1440, day + 2 / 1440] : [day]));
    const target = (times.at(-1) ?? 0) + 0.4;
    const effects = cycleEffects([...times, target], times.map(wave), { period: 1, gap: 1 / 24, newest: 0.3 });
    for (const [index, effect] of effects.entries())
      if (effect !== undefined) expect(Math.abs(effect - wave(times[index] ?? target))).toBeLessThan(0.25);
    expect(effects.filter((effect) => effect === undefined).length).toBeLessThan(times.length / 7);
  });

  it("skip up to three cycles without a measurement at the same phase", () => {
    const gappy = (missing: number) => days(56).filter((day) => day % 7 !== 3 || day < 56 - 7 * missing);
    const effectAt = (missing: number) => {
      const times = gappy(missing);
      return cycleEffects([...times, 59], times.map(patternAt), WEEK).at(-1);
    };
    expect(effectAt(3)).toBeGreaterThan(1.5);
    expect(effectAt(4)).toBeUndefined();
  });

  it("keep the weekday of values at local midnight when the clock changes", () => {
    const times = days(42).map((day) => (day >= 20 ? day - 1 / 24 : day));
    const effects = cycleEffects([...times, 45 - 1 / 24], days(42).map(patternAt), WEEK);
    for (const [index, effect] of effects.slice(7, -1).entries()) expect(effect).toBeCloseTo(patternAt(index), 12);
    expect(effects.at(-1)).toBeCloseTo(patternAt(45), 12);
  });

  it("are known for a day from two measurements a day on, and for a week from five a week on", () => {
    expect([1 / 96, 1 / 24, 0.5, 0.6, 1, 1.4, 2, 7, 30.4].map(periodsFor)).toEqual([
      [1, 7],
      [1, 7],
      [1, 7],
      [7],
      [7],
      [7],
      [],
      [],
      [],
    ]);
  });
});
