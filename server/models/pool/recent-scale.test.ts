import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sum } from "#lib/stats/log-space.ts";
import { daily, partition } from "#test/pool-fixtures.ts";
import { cut, read } from "#test/series-fixtures.ts";
import { recentScale } from "./fit-candidates.ts";
import { PARAMETERS } from "./parameters.ts";

const parameters = { ...PARAMETERS, series_recent_factor: 0.5, series_recent_prior: 2 };

const walk = (...steps: number[]) => [0, ...steps].map((_, day) => ({ day, value: sum(steps.slice(0, day)) }));

describe("the ratio of recent to overall volatility", () => {
  it("is 1 if all steps are equal per unit of time", () => {
    expect(recentScale(walk(2, -2, 2, 2, -2), parameters)).toBeCloseTo(1, 12);
    // Steps of 1, 2 and −3 in 1, 4 and 9 days: equal squared steps per day.
    const uneven = [
      { day: 0, value: 0 },
      { day: 1, value: 1 },
      { day: 5, value: 3 },
      { day: 14, value: 0 },
    ];
    expect(recentScale(uneven, parameters)).toBeCloseTo(1, 12);
  });

  it("agrees with a value computed by hand", () => {
    // Squared steps 1, 4, 16 with mean 7 and weights ¼, ½, 1; the mean is added with the weight of two steps.
    const expected = Math.sqrt((1 / 4 + 4 / 2 + 16 + 2 * 7) / (7 / 4 + 2) / 7);
    expect(recentScale(walk(1, -2, 4), parameters)).toBeCloseTo(expected, 12);
  });

  const steps = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 30 })
    .filter((all) => all.some((step) => step !== 0));

  it("is above 1 if the last steps are the largest, and below 1 if they are the smallest", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const bySize = all.toSorted((a, b) => Math.abs(a) - Math.abs(b));
        expect(recentScale(walk(...bySize), parameters)).toBeGreaterThanOrEqual(1 - 1e-12);
        expect(recentScale(walk(...bySize.toReversed()), parameters)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it("does not depend on the unit or the position of 0, also for extreme values", () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(1e-300, 0.5, 3, 1e100),
        fc.integer({ min: -99, max: 99 }),
        (all, unit, lift) => {
          const before = walk(...all);
          fc.pre(new Set(before.map(({ value }) => value)).size > 1);
          const moved = before.map(({ day, value }) => ({ day, value: (value + lift) * unit }));
          expect(recentScale(moved, parameters)).toBeCloseTo(recentScale(before, parameters), 6);
        },
      ),
    );
  });

  it("is applied only to walks without noise, because the steps of other models are partly noise", () => {
    const values = [1, 2, 1, 2, 1, 2, 1, 9, 1, 9].map((value) => value + 0.5);
    const { candidates = [] } = read(...daily("s", values), partition("s", cut(2, 5))).series[0] ?? {};
    const isWalk = ({ model }: (typeof candidates)[number]) => model.reversion === 0 && model.noise === 0;
    expect(candidates.filter((one) => one.recent > 1)).toEqual(candidates.filter(isWalk));
    expect(candidates.filter((one) => one.recent === 1)).toEqual(candidates.filter((one) => !isWalk(one)));
  });
});
