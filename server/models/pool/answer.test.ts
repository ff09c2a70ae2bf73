import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byOption } from "#lib/stats/by-option.ts";
import { sum } from "#lib/stats/log-space.ts";
import { abc, distributionOf, expectClose } from "#test/pool-answers.ts";
import { counts, forecast, inputOf, taskOf } from "#test/pool-fixtures.ts";
import { answer } from "./answer.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

const yesNo = ["yes", "no"];
const of = (yes: number) => ({ yes, no: 1 - yes });

/** Parameters without the factor for two options, to test pooling alone. */
const PLAIN: Parameters = { ...PARAMETERS, binary_exponent: 1 };

const OPTIONS = ["a", "b", "c"];
const observation = fc.oneof(
  fc
    .record({
      source: fc.constantFrom("one", "two", "three"),
      p: abc,
      age: fc.nat({ max: 400 }),
      weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
    })
    .map(({ source, p, age, weight }) => forecast(source, p, age, weight)),
  fc
    .record({
      name: fc.constantFrom("x", "y"),
      n: fc.array(fc.nat({ max: 50 }), { minLength: 3, maxLength: 3 }),
      age: fc.nat({ max: 400 }),
    })
    .map(({ name, n, age }) =>
      counts(
        name,
        byOption(
          OPTIONS,
          n.map((count) => count + 1),
        ),
        age,
      ),
    ),
);
const context = fc.array(observation, { minLength: 1, maxLength: 12 });

describe("any answer", () => {
  it("is a distribution: every value in floor..1, the sum 1 within 1e-12", () => {
    fc.assert(
      fc.property(context, (items) => {
        const found = distributionOf(OPTIONS, items);
        expect(Math.abs(sum(found) - 1)).toBeLessThanOrEqual(1e-12);
        for (const value of found) expect(value).toSatisfy((p: number) => p >= PARAMETERS.floor && p <= 1);
      }),
    );
  });

  it("is bit-identical for equal requests", () => {
    fc.assert(
      fc.property(context, (items) => {
        expect(distributionOf(OPTIONS, structuredClone(items))).toEqual(distributionOf(OPTIONS, items));
      }),
    );
  });

  it("does not depend on the ids or the order of the options", () => {
    const renamed = new Map([
      ["a", "toString"],
      ["b", "10"],
      ["c", "constructor"],
    ]);
    const rename = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([option, value]) => [renamed.get(option) ?? option, value]));
    fc.assert(
      fc.property(fc.array(fc.tuple(abc, fc.nat({ max: 9 })), { minLength: 1, maxLength: 6 }), (forecasts) => {
        const [a = 0, b = 0, c = 0] = distributionOf(
          OPTIONS,
          forecasts.map(([p, age]) => forecast(`s${age % 3}`, p, age)),
        );
        const others = forecasts.map(([p, age]) => forecast(`s${age % 3}`, rename(p), age));
        // The new ids sort differently, and an integer-like key such as "10" always comes first in an object.
        expectClose(distributionOf(["10", "constructor", "toString"], others), [b, c, a]);
      }),
    );
  });

  it("has weights of the used observations that sum to 1", () => {
    fc.assert(
      fc.property(context, (items) => {
        const parsed = readObservations(taskOf(...OPTIONS), inputOf(...items), PARAMETERS);
        const found = answer(parsed, PARAMETERS);
        expect(sum(found?.used.map(({ weight }) => weight) ?? [])).toBeCloseTo(1, 10);
        expect((found?.used.length ?? 0) + parsed.ignored.length).toBe(items.length);
      }),
    );
  });

  it("is undefined without a usable observation", () => {
    expect(answer(readObservations(taskOf(...OPTIONS), inputOf(), PARAMETERS), PARAMETERS)).toBeUndefined();
  });
});

describe("the forecasts of one source", () => {
  it("returns a single forecast unchanged if there are more than two options", () => {
    expectClose(distributionOf(OPTIONS, [forecast("s", { a: 0.2, b: 0.5, c: 0.3 })]), [0.2, 0.5, 0.3]);
  });

  it("moves a forecast over two options away from one half by the fitted exponent", () => {
    const [yes = 0, no = 0] = distributionOf(yesNo, [forecast("s", of(0.7))]);
    expect(Math.log(yes / no)).toBeCloseTo(PARAMETERS.binary_exponent * Math.log(0.7 / 0.3), 12);
  });

  it("pools forecasts in log space, with weights 2:1 if they are one half-life apart", () => {
    const [yes = 0, no = 0] = distributionOf(yesNo, [forecast("s", of(0.9), 0.83), forecast("s", of(0.6))], {
      ...PLAIN,
      half_life_share: 0.01,
      half_life_least_days: 0.25,
    });
    expect(Math.log(yes / no)).toBeCloseTo((Math.log(9) + 2 * Math.log(1.5)) / 3, 12);
  });

  it("has a half-life of at least half_life_least_days", () => {
    const [yes = 0, no = 0] = distributionOf(yesNo, [forecast("s", of(0.9), 2), forecast("s", of(0.6))], {
      ...PLAIN,
      half_life_share: 0.01,
      half_life_least_days: 2,
    });
    expect(Math.log(yes / no)).toBeCloseTo((Math.log(9) + 2 * Math.log(1.5)) / 3, 12);
  });

  it("does not depend on the order of forecasts with the same date", () => {
    fc.assert(
      fc.property(fc.array(abc, { minLength: 2, maxLength: 6 }), fc.nat(), (forecasts, cut) => {
        const items = forecasts.map((p) => forecast("s", p, 2));
        const turned = [...items.slice(cut % items.length), ...items.slice(0, cut % items.length)];
        expectClose(distributionOf(OPTIONS, turned), distributionOf(OPTIONS, items));
      }),
    );
  });

  it("gives older forecasts less weight", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (age, more) => {
          const yesAt = (old: number) =>
            distributionOf(yesNo, [forecast("s", of(0.9), old), forecast("s", of(0.4))])[0] ?? 0;
          expect(yesAt(age + more)).toBeLessThan(yesAt(age));
        },
      ),
    );
  });

  it("multiplies a forecast's weight by its `weight` member", () => {
    const yesAt = (weight: number) =>
      distributionOf(yesNo, [forecast("s", of(0.9), 1, weight), forecast("s", of(0.4))])[0] ?? 0;
    expect([0.5, 1, 2, 10].map(yesAt)).toEqual([0.5, 1, 2, 10].map(yesAt).toSorted((a, b) => a - b));
  });

  it("counts ages from the newest forecast, so ages of decades do not underflow", () => {
    const forecasts = (days: number) => [forecast("s", of(0.9), days + 1), forecast("s", of(0.6), days)];
    expectClose(distributionOf(yesNo, forecasts(9000)), distributionOf(yesNo, forecasts(0)));
  });

  it("may state a probability of 0, which is raised to the floor", () => {
    const found = distributionOf(OPTIONS, [
      forecast("s", { a: 0, b: 0, c: 1 }),
      forecast("s", { a: 0.2, b: 0.3, c: 0.5 }),
    ]);
    expect(found.every((value) => value >= PARAMETERS.floor)).toBe(true);
  });

  it("is identified by the source's name, ignoring case and outer white space", () => {
    const { crowd } = answer(
      readObservations(
        taskOf(...yesNo),
        inputOf(forecast("Polymarket", of(0.6)), forecast(" polymarket ", of(0.7))),
        PARAMETERS,
      ),
      PARAMETERS,
    ) ?? { crowd: undefined };
    expect(crowd?.sources).toBe(1);
  });
});

describe("counts", () => {
  it("give their posterior mean if there is no other evidence", () => {
    expectClose(distributionOf(OPTIONS, [counts("c", { a: 6, b: 2, c: 0 })]), [6.5 / 9.5, 2.5 / 9.5, 0.5 / 9.5]);
  });

  it("are not added within a reference class: the newest are used, and older ones are ignored with a reason", () => {
    const older = counts("Past cases", { a: 1, b: 1, c: 6 }, 30);
    const newer = counts("past cases", { a: 6, b: 2, c: 1 }, 1);
    for (const items of [
      [older, newer],
      [newer, older],
    ]) {
      expectClose(distributionOf(OPTIONS, items), distributionOf(OPTIONS, [newer]));
    }
    const { ignored } = readObservations(taskOf(...OPTIONS), inputOf(newer, older), PARAMETERS);
    expect(ignored).toEqual([
      { observation: 1, type: "structured", reason: "Newer counts of the same reference class are used instead." },
    ]);
  });

  it("have less influence if the reference class has few cases", () => {
    const [a = 0] = distributionOf(OPTIONS, [
      counts("large", { a: 800, b: 100, c: 100 }),
      counts("small", { a: 0, b: 2, c: 0 }),
    ]);
    expect(a).toBeGreaterThan(0.5);
  });

  it("move a forecast slightly towards the base rate", () => {
    const probabilities = { a: 0.2, b: 0.5, c: 0.3 };
    const [a = 0] = distributionOf(OPTIONS, [forecast("s", probabilities), counts("c", { a: 80, b: 10, c: 10 })]);
    expect(a).toBeGreaterThan(0.2);
    expect(a).toBeLessThan(0.4);
  });

  it("define the base rate that forecasts are moved away from", () => {
    const base = { yes: 1, no: 9 };
    const heavy = { ...PARAMETERS, counts_weight: 0 };
    const [yes = 0, no = 0] = distributionOf(yesNo, [forecast("s", of(0.3)), counts("c", base)], heavy);
    const from = Math.log(1.5 / 9.5);
    expect(Math.log(yes / no)).toBeCloseTo(from + PARAMETERS.binary_exponent * (Math.log(3 / 7) - from), 10);
  });
});
