import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extremise, fromLogs, powerMean, sum, toLogs, toSumOne } from "#lib/stats/log-space.ts";
import { posteriorMean } from "#lib/stats/posterior-mean.ts";
import { raiseToFloor } from "#lib/stats/raise-to-floor.ts";
import { combine } from "./combine.ts";

const distribution = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 })
  .filter((values) => sum(values) > 1e-3)
  .map(toSumOne);

describe("the power mean", () => {
  const rows = fc.integer({ min: 2, max: 20 }).chain((size) =>
    fc.array(
      fc.record({
        logs: fc.array(fc.double({ min: -20, max: 0, noNaN: true }), { minLength: size, maxLength: size }),
        weight: fc.double({ min: 0.01, max: 10, noNaN: true }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  );
  const expectMean = (exponent: number, expected: (all: readonly { p: number; weight: number }[]) => number) =>
    fc.assert(
      fc.property(rows, (all) => {
        const total = sum(all.map(({ weight }) => weight));
        const normalised = all.map(({ logs, weight }) => ({ p: fromLogs(logs), weight: weight / total }));
        const values = (all[0]?.logs ?? []).map((_, option) =>
          expected(normalised.map(({ p, weight }) => ({ p: p[option] ?? 0, weight }))),
        );
        for (const [option, value] of fromLogs(powerMean(all, exponent)).entries())
          expect(value).toBeCloseTo(toSumOne(values)[option] ?? -1, 10);
      }),
    );

  it("is the mean of the probabilities with exponent 1", () => {
    expectMean(1, (all) => sum(all.map(({ p, weight }) => weight * p)));
  });

  it("is the mean in log space with exponent 0", () => {
    expectMean(0, (all) => Math.exp(sum(all.map(({ p, weight }) => weight * Math.log(p)))));
  });

  it("is the square of the mean of square roots with exponent ½", () => {
    expectMean(0.5, (all) => sum(all.map(({ p, weight }) => weight * Math.sqrt(p))) ** 2);
  });
});

describe("extremising", () => {
  const base = [Math.log(0.2), Math.log(0.8)];

  it("changes nothing if the exponent is 1", () => {
    expect(extremise([Math.log(0.6), Math.log(0.4)], base, 1)).toEqual([Math.log(0.6), Math.log(0.4)]);
  });

  it("scales the distance of log odds from those of the base rate", () => {
    const [yes = 0, no = 0] = extremise([Math.log(0.6), Math.log(0.4)], base, 1.5);
    const from = Math.log(0.2 / 0.8);
    expect(yes - no).toBeCloseTo(from + 1.5 * (Math.log(0.6 / 0.4) - from), 12);
  });

  it("does not change a forecast that equals the base rate", () => {
    expect(fromLogs(extremise(base, base, 1.7))).toEqual(fromLogs(base));
  });
});

describe("the counts posterior", () => {
  it("adds ½ to each count for up to six options", () => {
    expect(posteriorMean([3, 1])).toEqual([3.5 / 5, 1.5 / 5]);
    expect(posteriorMean([2, 0, 0, 0, 0, 1])).toEqual([2.5, 0.5, 0.5, 0.5, 0.5, 1.5].map((n) => n / 6));
  });

  it("adds one case in total for more than six options", () => {
    expect(posteriorMean([6, 0, 0, 0, 0, 0, 0, 3])).toEqual(
      [6.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 3.125].map((n) => n / 10),
    );
  });
});

describe("the floor", () => {
  it("is the minimum probability of every option, and the sum stays 1", () => {
    fc.assert(
      fc.property(distribution, fc.constantFrom(0.0005, 0.01), (values, floor) => {
        const raised = raiseToFloor(values, floor);
        expect(Math.min(...raised)).toBeGreaterThanOrEqual(floor);
        expect(Math.abs(sum(raised) - 1)).toBeLessThanOrEqual(1e-12);
      }),
    );
  });

  it("is also applied to options that the first round reduces below the floor", () => {
    expect(raiseToFloor([0.89, 0.0101, 0.0999, 0], 0.01)).toSatisfy((raised: number[]) =>
      raised.every((p) => p >= 0.01),
    );
    expect(raiseToFloor([0.9899, 0.01005, 0.00005], 0.01)[1]).toBe(0.01);
  });

  it("does not change a distribution without values below the floor", () => {
    expect(raiseToFloor([0.9, 0.1], 0.0005)).toEqual([0.9, 0.1]);
  });
});

describe("combining kinds of evidence", () => {
  const used = (observation: number) => [{ observation, weight: 1 }];

  it("is the weighted geometric mean, and reports the share of each observation", () => {
    const { distribution, used: shares } = combine([
      { logs: toLogs([0.5, 0.5], 1e-9), weight: 1, used: used(4) },
      { logs: toLogs([0.9, 0.1], 1e-9), weight: 3, used: used(2) },
    ]);
    const [yes = 0, no = 0] = distribution;
    expect(yes / no).toBeCloseTo(9 ** 0.75, 10);
    expect(shares).toEqual([
      { observation: 2, weight: 0.75 },
      { observation: 4, weight: 0.25 },
    ]);
  });

  it("returns the distribution of the evidence if there is only one kind", () => {
    fc.assert(
      fc.property(distribution, (values) => {
        const { distribution: found } = combine([{ logs: toLogs(values, 1e-300), weight: 0.3, used: [] }]);
        for (const [index, value] of found.entries()) expect(value).toBeCloseTo(values[index] ?? -1, 10);
      }),
    );
  });
});
