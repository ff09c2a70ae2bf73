import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sum } from "#lib/stats/log-space.ts";
import { counts, daily, forecast, inputOf, measurement, partition } from "#test/pool-fixtures.ts";
import { answerOf, answerTo, CLIMB, cut, distributionOf, FIXED, read, task } from "#test/series-fixtures.ts";
import { trustIn, weightsOf } from "./pool-series.ts";
import { readObservations } from "./read-observations.ts";

/** Days from `AS_OF` to the deadline in the fixtures. */
const HORIZON = 83;

/**
 * Returns the share of the uniform distribution for n measurements one day apart, computed independently of the model.
 */
function unknownOf(n: number, horizon = HORIZON): number {
  const odds = (0.02 * horizon) / (n - 1) / Math.sqrt(n) + (0.5 / n) ** 2;
  return odds / (1 + odds);
}

/** Daily measurements of a series: the values times `factor`, plus `lift`. */
function moved(values: readonly number[], lift: number, factor = 1, series = "s") {
  const changed = values.map((value) => value * factor + lift);
  return daily(series, changed);
}

/** Values of a random walk, all negative. */
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
  it("gives a distribution, alone and with other kinds", () => {
    fc.assert(
      fc.property(path, bounds, fc.boolean(), fc.boolean(), (values, [low, high], crowd, base) => {
        const context = [...daily("s", values), partition("s", cut(low, high))];
        if (crowd) context.push(forecast("crowd", { low: 0.2, middle: 0.3, high: 0.5 }));
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

  it("makes the highest option more likely if all measurements are higher", () => {
    fc.assert(
      fc.property(path, bounds, fc.nat({ max: 100 }), (values, [low, high], more) => {
        const at = (lift: number) => answerOf(...moved(values, lift), partition("s", cut(low, high)))?.distribution;
        const [before, after] = [at(0), at(more)];
        fc.pre(before !== undefined && after !== undefined);
        expect(after[2]).toBeGreaterThanOrEqual((before[2] ?? 0) - 1e-9);
        expect(after[0]).toBeLessThanOrEqual((before[0] ?? 0) + 1e-9);
      }),
    );
  });

  it("depends on the position of 0 only on the log scale", () => {
    fc.assert(
      fc.property(path, bounds, fc.integer({ min: -5000, max: 0 }), (values, [low, high], lift) => {
        const at = (by: number) => distributionOf(...moved(values, by), partition("s", cut(low + by, high + by)));
        const [before, after] = [at(0), at(lift)];
        for (const [index, p] of after.entries()) expect(p).toBeCloseTo(before[index] ?? -1, 9);
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
              ...moved(values, 0, sign * unit),
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

  it("does not depend on which interval includes a bound, unless the last measurement is on the bound", () => {
    const other = { low: { at_most: 15 }, middle: { above: 15, below: 25 }, high: { at_least: 25 } };
    expect(distributionOf(...daily("s", CLIMB), partition("s", other))).toEqual(
      distributionOf(...daily("s", CLIMB), partition("s", cut(15, 25))),
    );
  });

  it("favours the option of the last measurement if measurements often repeat earlier ones", () => {
    const stairs = [10, 10, 10, 12, 12, 12, 12, 11, 11, 11];
    const exactly = partition("s", { low: { below: 11 }, middle: { at_least: 11, at_most: 11 }, high: { above: 11 } });
    const soon = { ...task, resolution: { ...task.resolution, resolves_at: "2026-03-11T00:00:00Z" } };
    const middleOf = (values: readonly number[]) => {
      const parsed = readObservations(soon, inputOf(...daily("s", values), exactly), FIXED);
      return { unchanged: parsed.series[0]?.unchanged, middle: answerTo(parsed)?.distribution[1] ?? 0 };
    };
    const unknown = unknownOf(10, 1);
    expect(middleOf(stairs)).toEqual({
      unchanged: 7 / 9,
      middle: expect.closeTo((1 - unknown) * 0.4 * (7 / 9) + unknown / 3, 10),
    });
    expect(middleOf([1, 5, 2, 8, 9, 7, 12, 10, 13, 11]).middle).toBeCloseTo(unknown / 3, 10);
  });

  it("assigns a last measurement on a bound to the interval that includes the bound", () => {
    const still = daily("s", [5, 5, 5, 5, 5, 5]);
    const above = { low: { at_most: 5 }, middle: { above: 5, at_most: 6 }, high: { above: 6 } };
    const below = { low: { below: 5 }, middle: { at_least: 5, below: 6 }, high: { at_least: 6 } };
    expect(distributionOf(...still, partition("s", above))[0]).toBeGreaterThan(0.8);
    expect(distributionOf(...still, partition("s", below))[1]).toBeGreaterThan(0.8);
  });

  it("most likely stays unchanged if it never changed, with less certainty if the series is short", () => {
    const sevens = (length: number) => daily("s", new Array<number>(length).fill(7));
    const lastOf = (length: number) => distributionOf(...sevens(length), partition("s", cut(7, 9)))[1];
    expect(lastOf(5)).toBeCloseTo(1 - unknownOf(5) * (2 / 3), 10);
    expect(lastOf(40)).toBeCloseTo(1 - unknownOf(40) * (2 / 3), 10);
  });

  it("gives an option of a single value only its share of the uniform distribution", () => {
    const [, middle] = distributionOf(...daily("s", CLIMB), partition("s", cut(21, 21)));
    expect(middle).toBeCloseTo(unknownOf(10) / 3, 10);
  });

  it("uses the log scale if the steps are relative, with almost no probability below 0", () => {
    const factors = [1, 2, 4, 9, 16, 33, 64, 120, 260, 500].map((value) => value / 1000);
    const context = [...daily("s", factors), partition("s", cut(-0.1, 0))];
    const { candidates = [] } = read(...context).series[0] ?? {};
    const weights = weightsOf(candidates, FIXED);
    expect(sum(weights.filter((_, index) => candidates[index]?.scale === "log"))).toBeGreaterThan(0.99);
    const [low = 0, , high = 0] = distributionOf(...context);
    expect(low).toBeCloseTo(unknownOf(10) / 3, 2);
    expect(high).toBeGreaterThan(0.94);
  });

  it("is less certain if the deadline is farther away", () => {
    const context = [...daily("s", CLIMB), partition("s", cut(-40, 16))];
    const highBy = (resolves_at: string) => {
      const laterTask = { ...task, resolution: { ...task.resolution, resolves_at } };
      return answerTo(readObservations(laterTask, inputOf(...context), FIXED))?.distribution[2] ?? 0;
    };
    const [soon, late] = [highBy("2026-03-11T00:00:00Z"), highBy("2026-05-30T00:00:00Z")];
    expect(soon).toBeGreaterThan(0.7);
    expect(late).toBeLessThan(soon);
  });

  it("counts the horizon from its last measurement, not from as_of", () => {
    const old = CLIMB.map((value, index) => measurement("s", value, 5 + CLIMB.length - index));
    expect(read(...old, partition("s", cut(15, 25))).series[0]?.horizon).toBeCloseTo(HORIZON + 6, 9);
  });

  it("is identified by its name, ignoring case and outer white space", () => {
    const context = daily(" Rain ", CLIMB).map((one, index) => (index % 2 === 0 ? one : daily("rain", CLIMB)[index]));
    const found = read(...context.filter((one) => one !== undefined), partition("RAIN", cut(15, 25)));
    expect(found.series.map(({ name, measurements }) => [name, measurements])).toEqual([["rain", 10]]);
  });
});

describe("a series with other evidence", () => {
  const series = [...daily("s", CLIMB), partition("s", cut(15, 25))];

  it("has a weight that is divided equally among its observations", () => {
    const base = counts("past", { low: 40, middle: 40, high: 20 });
    const { used = [] } = answerOf(...series, base) ?? {};
    const own = FIXED.series_weight * 0.5 * (9 / (9 + HORIZON));
    const others = (FIXED.counts_weight * 100) / 110;
    expect(used.slice(0, 11).map(({ weight }) => weight)).toEqual(
      Array.from({ length: 11 }, () => expect.closeTo(own / (own + others) / 11, 10)),
    );
  });

  it("has more weight if it is longer", () => {
    const trust = [6, 10, 20, 40].map((length) => {
      const values = Array.from({ length }, (_, index) => index + (index % 3));
      const [one] = read(...daily("s", values), partition("s", cut(15, 25))).series;
      return one === undefined ? 0 : trustIn(one, FIXED);
    });
    expect(trust).toEqual(trust.toSorted((a, b) => a - b));
    expect(new Set(trust).size).toBe(4);
  });

  it("is not used as a base rate for extremising", () => {
    const probabilities = forecast("crowd", { low: 0.2, middle: 0.3, high: 0.5 });
    expect(answerOf(...series, probabilities)?.baseRate).toBeUndefined();
  });

  it("is pooled with another series in proportion to their weights", () => {
    // Negative values restrict both series to the level scale.
    const series = [...moved(CLIMB, -20), partition("s", cut(-5, 5))];
    const falling = moved(CLIMB, 20, -1, "t");
    const both = distributionOf(...series, ...falling, partition("t", cut(-5, 5)));
    const [one, other] = [distributionOf(...series), distributionOf(...falling, partition("t", cut(-5, 5)))];
    // The second series is the first with the sign reversed, so both have equal weight.
    expect(both[0]).toBeCloseTo(both[2] ?? -1, 10);
    expect(one[0]).toBeCloseTo(other[2] ?? -1, 10);
  });
});
