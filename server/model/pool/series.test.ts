import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sum } from "#server/model/log-space.ts";
import { answer } from "./answer.ts";
import { counts, daily, forecast, inputOf, measurement, partition } from "./fixtures.ts";
import { readObservations } from "./read-observations.ts";
import { answerOf, CLIMB, cut, distributionOf, FIXED, read, task } from "./series-fixtures.ts";

/** Days from `AS_OF` to the deadline in the fixtures. */
const HORIZON = 83;

/** A path that wanders: what a walk is for. */
const path = fc
  .tuple(
    fc.array(fc.integer({ min: -3, max: 6 }), { minLength: 8, maxLength: 30 }),
    fc.integer({ min: -400, max: -300 }),
  )
  .map(([steps, start]) => steps.map((_, index) => start + sum(steps.slice(0, index + 1))));
const bounds = fc
  .tuple(fc.integer({ min: -500, max: -250 }), fc.nat({ max: 100 }))
  .map(([a, b]) => [a, a + b] as const);

describe("a series with a partition", () => {
  it("answers a distribution, alone and beside other kinds", () => {
    fc.assert(
      fc.property(path, bounds, fc.boolean(), fc.boolean(), (values, [low, high], beside, base) => {
        const context = [...daily("s", values), partition("s", cut(low, high))];
        if (beside) context.push(forecast("crowd", { low: 0.2, middle: 0.3, high: 0.5 }));
        if (base) context.push(counts("past", { low: 1, middle: 5, high: 3 }));
        const found = answerOf(...context);
        fc.pre(found !== undefined);
        expect(Math.abs(sum(found.distribution) - 1)).toBeLessThanOrEqual(1e-12);
        for (const p of found.distribution) expect(p).toBeGreaterThanOrEqual(FIXED.floor);
        expect(sum(found.used.map(({ weight }) => weight))).toBeCloseTo(1, 10);
        expect(found.used.length + read(...context).ignored.length).toBe(context.length);
        expect(answerOf(...structuredClone(context))).toEqual(found);
      }),
    );
  });

  it("follows the readings: the higher all of them, the likelier the highest option", () => {
    fc.assert(
      fc.property(path, bounds, fc.nat({ max: 100 }), (values, [low, high], more) => {
        const at = (lift: number) =>
          answerOf(
            ...daily(
              "s",
              values.map((value) => value + lift),
            ),
            partition("s", cut(low, high)),
          )?.distribution;
        const [before, after] = [at(0), at(more)];
        fc.pre(before !== undefined && after !== undefined);
        expect(after[2]).toBeGreaterThanOrEqual((before[2] ?? 0) - 1e-9);
        expect(after[0]).toBeLessThanOrEqual((before[0] ?? 0) + 1e-9);
      }),
    );
  });

  it("depends on where 0 lies only through the choice of scale: on the level not at all", () => {
    fc.assert(
      fc.property(path, bounds, fc.integer({ min: -5000, max: 0 }), (values, [low, high], lift) => {
        const at = (by: number) =>
          answerOf(
            ...daily(
              "s",
              values.map((value) => value + by),
            ),
            partition("s", cut(low + by, high + by)),
            counts("past", { low: 1, middle: 5, high: 3 }),
          );
        const [before, after] = [at(0), at(lift)];
        fc.pre(before?.used.length === after?.used.length);
        for (const [index, p] of (after?.distribution ?? []).entries())
          expect(p).toBeCloseTo(before?.distribution[index] ?? -1, 9);
      }),
    );
  });

  it("does not depend on the unit, on either scale", () => {
    fc.assert(
      fc.property(
        path,
        bounds,
        fc.constantFrom(-1, 1),
        fc.integer({ min: -30, max: 30 }),
        (values, [a, b], sign, power) => {
          const [low = 0, high = 0] = [a * sign, b * sign].sort((x, y) => x - y);
          const at = (unit: number) =>
            answerOf(
              ...daily(
                "s",
                values.map((value) => value * sign * unit),
              ),
              partition("s", cut(low * unit, high * unit)),
              counts("past", { low: 1, middle: 5, high: 3 }),
            );
          const [before, after] = [at(1), at(2 ** power)];
          fc.pre(before?.used.length === after?.used.length);
          for (const [index, p] of (after?.distribution ?? []).entries())
            expect(p).toBeCloseTo(before?.distribution[index] ?? -1, 9);
        },
      ),
    );
  });

  it("does not depend on the order of observations", () => {
    fc.assert(
      fc.property(path, fc.nat(), (values, turn) => {
        const context = [...daily("s", values), partition("s", cut(-360, -330))];
        const by = turn % context.length;
        expect(answerOf(...context.slice(by), ...context.slice(0, by))?.distribution).toEqual(
          answerOf(...context)?.distribution,
        );
      }),
    );
  });

  it("means the same with bounds that belong to one side or to the other", () => {
    const other = { low: { at_most: 15 }, middle: { above: 15, below: 25 }, high: { at_least: 25 } };
    expect(distributionOf(...daily("s", CLIMB), partition("s", other))).toEqual(
      distributionOf(...daily("s", CLIMB), partition("s", cut(15, 25))),
    );
  });

  it("leaves an option of a single value the floor", () => {
    expect(distributionOf(...daily("s", CLIMB), partition("s", cut(20, 20)))[1]).toBe(FIXED.floor);
  });

  it("gives what lies below 0 the floor where the series grows by factors", () => {
    const factors = [1, 2, 4, 9, 16, 33, 64, 120, 260, 500].map((value) => value / 1000);
    expect(read(...daily("s", factors), partition("s", cut(-0.1, 0))).series[0]?.scale).toBe("log");
    const [low, middle, high = 0] = distributionOf(...daily("s", factors), partition("s", cut(-0.1, 0)));
    expect([low, middle]).toEqual([FIXED.floor, FIXED.floor]);
    expect(high).toBeCloseTo(1 - 2 * FIXED.floor, 12);
  });

  it("is less sure the farther away the deadline", () => {
    const context = [...daily("s", CLIMB), partition("s", cut(-40, 19))];
    const highBy = (resolves_at: string) => {
      const asked = { ...task, resolution: { ...task.resolution, resolves_at } };
      return answer(readObservations(asked, inputOf(...context), FIXED), FIXED)?.distribution[2] ?? 0;
    };
    const [soon, late] = [highBy("2026-03-11T00:00:00Z"), highBy("2026-05-30T00:00:00Z")];
    expect(soon).toBeGreaterThan(0.7);
    expect(late).toBeLessThan(soon);
  });

  it("counts the horizon from its last reading, not from as_of", () => {
    const old = CLIMB.map((value, index) => measurement("s", value, 5 + CLIMB.length - index));
    expect(read(...old, partition("s", cut(15, 25))).series[0]?.horizon).toBeCloseTo(HORIZON + 6, 9);
  });

  it("is known by its name without case and outer white space", () => {
    const context = daily(" Rain ", CLIMB).map((one, index) => (index % 2 === 0 ? one : daily("rain", CLIMB)[index]));
    const found = read(...context.filter((one) => one !== undefined), partition("RAIN", cut(15, 25)));
    expect(found.series.map(({ name, readings }) => [name, readings])).toEqual([["rain", 10]]);
  });
});

describe("a series beside other evidence", () => {
  const series = [...daily("s", CLIMB), partition("s", cut(15, 25))];

  it("counts as far as its own past bears the walk out, and shares that evenly among its observations", () => {
    const base = counts("past", { low: 40, middle: 40, high: 20 });
    const [one] = read(...series).series;
    const { used = [] } = answerOf(...series, base) ?? {};
    const own = FIXED.series_weight * (one?.earned ?? 0);
    const others = (FIXED.counts_weight * 100) / 110;
    expect(used.slice(0, 11).map(({ weight }) => weight)).toEqual(
      Array.from({ length: 11 }, () => expect.closeTo(own / (own + others) / 11, 10)),
    );
    expect(one?.earned).toBeGreaterThan(0);
    expect(one?.earned).toBeLessThan(1);
  });

  it("has earned more the longer its past bears the walk out", () => {
    const earned = [6, 10, 20, 40].map((length) => {
      const values = Array.from({ length }, (_, index) => index + (index % 3));
      return read(...daily("s", values), partition("s", cut(15, 25))).series[0]?.earned ?? 0;
    });
    expect(earned).toEqual(earned.toSorted((a, b) => a - b));
    expect(new Set(earned).size).toBe(4);
  });

  it("is no base rate: forecasts are not moved away from it", () => {
    const said = forecast("crowd", { low: 0.2, middle: 0.3, high: 0.5 });
    expect(answerOf(...series, said)?.baseRate).toBeUndefined();
  });

  it("pools with another series by what each has earned", () => {
    const falling = daily(
      "t",
      CLIMB.map((value) => -value),
    );
    const both = distributionOf(...series, ...falling, partition("t", cut(-25, -15)));
    const [one, other] = [distributionOf(...series), distributionOf(...falling, partition("t", cut(-25, -15)))];
    // The second is the first upside down, and earns as much.
    expect(both[0]).toBeCloseTo(both[2] ?? -1, 10);
    expect(one[0]).toBeCloseTo(other[2] ?? -1, 10);
  });

  it("leaves the answer to the base rate where its walk has no skill", () => {
    const noise = daily(
      "s",
      Array.from({ length: 20 }, (_, day) => (day * 7) % 5),
    );
    const base = counts("past", { low: 6, middle: 2, high: 1 });
    expect(distributionOf(...noise, partition("s", cut(1, 3)), base)).toEqual(distributionOf(base));
    expect(answerOf(...noise, partition("s", cut(1, 3)))).toBeUndefined();
  });
});
