import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleOf, toScale } from "./growth.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { fitWalk, type Point, walkOn } from "./walk.ts";
import { walkSkill } from "./walk-skill.ts";

const FIXED: Parameters = { ...PARAMETERS, series_degrees: 4, series_drift_share: 0.3 };

const points = (...values: number[]): Point[] => values.map((value, day) => ({ day, value }));
const path = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 40 })
  .map((steps) => steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0)));

describe("a walk", () => {
  it("has the drift and the scale worked out by hand", () => {
    const walk = fitWalk(points(1, 3, 2, 4, 5), FIXED);
    // Four differences 2, −1, 2, 1 in four days: a mean of 1 a day, of which 0.3 is carried on.
    expect(walk).toMatchObject({ last: { day: 4, value: 5 }, drift: 0.3, span: 4, degrees: 4 });
    const variance = (1.7 ** 2 + 1.3 ** 2 + 1.7 ** 2 + 0.7 ** 2) / 4;
    expect(walk?.scale).toBeCloseTo(Math.sqrt(variance / 2), 12);
  });

  it("widens with time and the error of its drift, which it carries on for as long as it was seen", () => {
    const walk = fitWalk(points(1, 3, 2, 4, 5), FIXED);
    if (walk === undefined) throw new Error("there is no walk");
    expect(walkOn(walk, 1)).toMatchObject({ centre: 5.3, scale: walk.scale * Math.sqrt(1.25) });
    expect(walkOn(walk, 4)).toMatchObject({ centre: 6.2, scale: walk.scale * Math.sqrt(8) });
    expect(walkOn(walk, 400)).toMatchObject({ centre: 6.2, scale: walk.scale * Math.sqrt(40_400) });
  });

  it("takes a straight line for less movement the finer it is read, whatever the spacing", () => {
    const still = { ...FIXED, series_drift_share: 0 };
    const [few, many] = [
      [0, 9, 18],
      [0, 1, 2, 9, 18],
    ].map((days) =>
      fitWalk(
        days.map((day) => ({ day, value: 2 * day })),
        still,
      ),
    );
    expect(few?.scale).toBeCloseTo(Math.sqrt((81 * 4 * 2) / 18 / 2), 12);
    expect(many?.scale).toBeLessThan(few?.scale ?? 0);
  });

  it("does not take the error of two readings a minute apart for the movement of days", () => {
    const minute = 1 / 1440;
    const steady = points(1, 2, 1, 2, 1, 2);
    const twice = [...steady, { day: 5 + minute, value: 2.2 }];
    expect((fitWalk(twice, FIXED)?.scale ?? 0) / (fitWalk(steady, FIXED)?.scale ?? 1)).toBeCloseTo(1, 1);
  });

  it("of two readings has a scale, and of one there is none", () => {
    expect(fitWalk(points(1, 2), FIXED)?.scale).toBeGreaterThan(0);
    expect(fitWalk(points(), FIXED)).toBeUndefined();
  });
});

describe("the scale", () => {
  it.each<[string, number[], "level" | "log"]>([
    ["doubling", [1, 2, 4, 8, 16, 32], "log"],
    ["growth by factors, up and down", [100, 130, 90, 180, 300, 250, 600], "log"],
    ["growth by amounts", [10, 20, 30, 40, 50, 60], "level"],
    ["values around 0", [-1, 2, 4, 8, 16], "level"],
    ["a value of 0", [0, 2, 4, 8, 16], "level"],
    ["no movement", [5, 5, 5, 5, 5], "level"],
  ])("of %s is found", (_, values, scale) => {
    expect(scaleOf(points(...values), FIXED)).toBe(scale);
  });

  it("does not depend on the unit", () => {
    fc.assert(
      fc.property(
        path,
        fc.integer({ min: 400, max: 900 }),
        fc.integer({ min: -20, max: 20 }),
        (values, lift, power) => {
          const lifted = values.map((value) => value + lift);
          const scaled = lifted.map((value) => value * 2 ** power);
          expect(scaleOf(points(...scaled), FIXED)).toBe(scaleOf(points(...lifted), FIXED));
        },
      ),
    );
  });

  it("of logarithms is theirs", () => {
    expect(toScale(points(1, Math.E), "log").map(({ value }) => value)).toEqual([0, 1]);
  });
});

describe("the skill of a walk", () => {
  it("is high where the series wanders off, and negative where it always comes back", () => {
    const trend = points(...Array.from({ length: 20 }, (_, day) => day + (day % 3)));
    const noise = points(...Array.from({ length: 20 }, (_, day) => (day * 7) % 5));
    expect(walkSkill(trend, 2, FIXED).skill).toBeGreaterThan(0.5);
    expect(walkSkill(noise, 2, FIXED).skill).toBeLessThan(0);
  });

  it("is tried as far ahead as the question looks, or half of the time there is", () => {
    const series = points(...Array.from({ length: 13 }, (_, day) => day ** 1.5));
    expect(walkSkill(series, 3, FIXED)).toMatchObject({ lead: 3, tests: 10 / 3 });
    expect(walkSkill(series, 90, FIXED)).toMatchObject({ lead: 5, tests: 2 });
  });

  it("never counts more tests than there are, at any spacing", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 30 }),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        (days, horizon) => {
          const series = days.toSorted((a, b) => a - b).map((day) => ({ day, value: (day * 37) % 11 }));
          const { skill, tests, lead } = walkSkill(series, horizon, FIXED);
          expect(tests).toBeGreaterThan(0);
          expect(tests).toBeLessThanOrEqual(days.length - 3);
          expect(lead).toBeLessThanOrEqual(horizon);
          expect(skill).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("does not depend on the level or the unit", () => {
    fc.assert(
      fc.property(
        path,
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: -20, max: 20 }),
        (values, lift, power) => {
          const { skill } = walkSkill(points(...values), 3, FIXED);
          const moved = values.map((value) => (value + lift) * 2 ** power);
          expect(walkSkill(points(...moved), 3, FIXED).skill).toBeCloseTo(skill, 8);
        },
      ),
    );
  });

  it("is nothing where nothing moved", () => {
    expect(walkSkill(points(5, 5, 5, 5, 5), 1, FIXED).skill).toBe(0);
  });
});
