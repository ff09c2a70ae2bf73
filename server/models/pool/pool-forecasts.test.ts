import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { chooseOption } from "#lib/contract/result.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { sum, toSumOne } from "#lib/stats/log-space.ts";
import { abc, distributionOf, expectClose } from "#test/pool-answers.ts";
import { forecast, inputOf, taskOf } from "#test/pool-fixtures.ts";
import { answer } from "./answer.ts";
import { PARAMETERS } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";

const OPTIONS = ["a", "b", "c"];
const yesNo = ["yes", "no"];
const of = (yes: number) => ({ yes, no: 1 - yes });

const days = fc.oneof(fc.nat({ max: 100 }), fc.constant(40_000));
const weight = fc.constantFrom(1e-6, 0.3, 1, 3, 1e6);
const crowd = fc
  .array(fc.tuple(abc, days, weight), { minLength: 1, maxLength: 6 })
  .map((all) => all.map(([p, age, weight], index) => forecast(`s${index}`, p, age, weight)));

describe("the forecasts of several sources", () => {
  it("give their weighted power mean", () => {
    const [a = 0, b = 0, c = 0] = distributionOf(OPTIONS, [
      forecast("x", { a: 0.9, b: 0.1, c: 0 }, 0, 3),
      forecast("y", { a: 0.2, b: 0.2, c: 0.6 }),
    ]);
    const r = PARAMETERS.mean_exponent;
    const mean = (x: number, y: number) => (0.75 * x ** r + 0.25 * y ** r) ** (1 / r);
    const floor = PARAMETERS.floor / (1 + PARAMETERS.floor);
    expect(a / b).toBeCloseTo(mean(0.9 - 0.9 * floor, 0.2) / mean(0.1 - 0.1 * floor, 0.2), 10);
    expect(c / b).toBeCloseTo(mean(floor, 0.6) / mean(0.1 - 0.1 * floor, 0.2), 10);
  });

  it("give the forecast that they agree on, whatever their number, dates and weights", () => {
    fc.assert(
      fc.property(abc, fc.array(fc.tuple(days, weight), { minLength: 1, maxLength: 6 }), (p, all) => {
        const items = all.map(([age, weight], index) => forecast(`s${index}`, p, age, weight));
        expectClose(distributionOf(OPTIONS, items), distributionOf(OPTIONS, [forecast("one", p)]));
      }),
    );
  });

  it("do not depend on their order", () => {
    fc.assert(
      fc.property(crowd, fc.nat(), (items, cut) => {
        const turned = [...items.slice(cut % items.length), ...items.slice(0, cut % items.length)].reverse();
        expectClose(distributionOf(OPTIONS, turned), distributionOf(OPTIONS, items));
      }),
    );
  });

  it("do not lower an option that one source raises at the proportional expense of the others", () => {
    fc.assert(
      fc.property(crowd, abc, fc.double({ min: 0, max: 1, noNaN: true }), (others, { a = 0, b = 0, c = 0 }, raise) => {
        const more = { a: a + raise * (1 - a), b: b * (1 - raise), c: c * (1 - raise) };
        const [before = 1] = distributionOf(OPTIONS, [...others, forecast("one", { a, b, c })]);
        const [after = 0] = distributionOf(OPTIONS, [...others, forecast("one", more)]);
        expect(after).toBeGreaterThanOrEqual(before - 1e-12);
      }),
    );
  });

  it("change continuously: copies of a source under many names change little if their weight is near 0", () => {
    fc.assert(
      fc.property(crowd, abc, abc, fc.integer({ min: 1, max: 20 }), (items, p, copied, copies) => {
        const trusted = [...items, forecast("one", p)];
        const added = Array.from({ length: copies }, (_, index) => forecast(`copy ${index}`, copied, 0, 1e-9));
        const before = distributionOf(OPTIONS, trusted);
        const after = distributionOf(OPTIONS, [...trusted, ...added]);
        for (const [option, value] of after.entries())
          expect(Math.abs(value - (before[option] ?? -1))).toBeLessThan(1e-6);
      }),
    );
  });

  it("do not exclude an option that only one of them excludes", () => {
    const believers = ["x", "y", "z"].map((name) => forecast(name, { a: 0.8, b: 0.1, c: 0.1 }));
    const [a = 0] = distributionOf(OPTIONS, [...believers, forecast("one", { a: 0, b: 0.5, c: 0.5 })]);
    expect(a).toBeGreaterThan(0.5);
  });

  it("give a distribution for any number of options, extreme probabilities, dates and weights", () => {
    const found = fc.integer({ min: 2, max: 20 }).chain((size) => {
      const options = Array.from({ length: size }, (_, index) => `o${index}`);
      const part = fc.constantFrom(0, 1e-300, 1e-9, 0.5, 1);
      const shares = fc
        .array(part, { minLength: size - 1, maxLength: size - 1 })
        .map((parts) => byOption(options, toSumOne([...parts, 1])));
      return fc
        .array(fc.tuple(shares, days, weight), { minLength: 1, maxLength: 20 })
        .map((all) => all.map(([p, age, weight], index) => forecast(`s${index}`, p, age, weight)))
        .map((items) => distributionOf(options, items));
    });
    fc.assert(
      fc.property(found, (values) => {
        // Raising near-ties to their highest value adds at most 1e-12 per option.
        expect(Math.abs(sum(values) - 1)).toBeLessThanOrEqual(1e-12 * values.length);
        for (const value of values) expect(value).toSatisfy((p: number) => p >= PARAMETERS.floor && p <= 1);
      }),
    );
  });

  it("keep the favourite option of agreeing forecasts", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (yes) => {
        const [found = 0] = distributionOf(
          yesNo,
          ["x", "y", "z"].map((name) => forecast(name, of(yes))),
        );
        expect(Math.sign(Math.round((found - 0.5) * 1e9))).toBe(Math.sign(Math.round((yes - 0.5) * 1e9)));
      }),
    );
  });

  it("give equal probabilities if they contradict each other symmetrically", () => {
    expectClose(distributionOf(yesNo, [forecast("x", of(0.8)), forecast("y", of(0.2))]), [0.5, 0.5]);
  });

  it("tie exactly if they favour two options equally; the first id in code-unit order then wins", () => {
    fc.assert(
      fc.property(fc.array(abc, { minLength: 1, maxLength: 4 }), fc.nat({ max: 40 }), (all, age) => {
        const turned = ({ a = 0, b = 0, c = 0 }: Record<string, number>) => ({ a: b, b: a, c });
        const probabilities = all.flatMap((p, index) => [
          forecast(`x${index}`, p, age),
          forecast(`y${index}`, turned(p), age),
        ]);
        const [a = 0, b = 1, c = 1] = distributionOf(OPTIONS, probabilities);
        expect(a).toBe(b);
        if (a > c) expect(chooseOption({ c, b, a })).toBe("a");
      }),
    );
  });
});

describe("the weight of a source", () => {
  const HORIZON = 83;
  const crowdOf = (...items: Observation[]) =>
    answer(readObservations(taskOf(...OPTIONS), inputOf(...items), PARAMETERS), PARAMETERS);
  const p = { a: 0.5, b: 0.3, c: 0.2 };

  it("does not depend on how many forecasts the source has", () => {
    const many = Array.from({ length: 20 }, (_, age) => forecast("x", of(0.8), age));
    expectClose(distributionOf(yesNo, [...many, forecast("y", of(0.2))]), [0.5, 0.5]);
  });

  it("is inversely proportional to the time from its newest forecast to the deadline", () => {
    const { used = [] } = crowdOf(forecast("x", p), forecast("y", p, HORIZON), forecast("z", p, 3 * HORIZON)) ?? {};
    expectClose(
      used.map(({ weight }) => weight),
      [4 / 7, 2 / 7, 1 / 7],
    );
  });

  it("is finite for a forecast seconds before the deadline", () => {
    const task = { ...taskOf(...OPTIONS), resolution: { criteria: "c", resolves_at: "2026-03-10T00:00:01Z" } };
    const input = inputOf(forecast("x", p), forecast("y", p, PARAMETERS.half_life_least_days * 3));
    const { used = [] } = answer(readObservations(task, input, PARAMETERS), PARAMETERS) ?? {};
    expect(used[0]?.weight).toBeCloseTo(0.75, 4);
  });

  it("limits the effective number of sources", () => {
    expect(crowdOf(forecast("x", p), forecast("y", p, 0, 1e-6))?.crowd?.weight).toBeCloseTo(1, 4);
    expect(crowdOf(forecast("x", p), forecast("y", p))?.crowd?.weight).toBeCloseTo(2, 10);
  });
});
