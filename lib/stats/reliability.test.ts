import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BINS, type Bin, BinSums, binOf, decomposeBrier, reliabilityOf } from "./reliability.ts";
import { mean } from "./scores.ts";
import { seededRandom } from "./seeded-random.ts";

const probability = fc.double({ min: 0, max: 1, noNaN: true });

/** Returns the bins of questions: the probabilities of each forecast, and the index of the option that happened. */
function binsOf(questions: readonly (readonly [forecasts: readonly (readonly number[])[], happened: number])[]) {
  const sums = new BinSums();
  for (const [forecasts, happened] of questions) {
    sums.add(forecasts.map((probabilities) => ({ probabilities, happened })));
  }
  return sums.bins();
}

/** Index of an option that does not exist: none of the options happened. */
const NONE = -1;

/** Simulates a calibrated forecaster on questions with three options each. */
function simulate(seed: number, questions: number, forecastsEach: number): readonly Bin[] {
  const random = seededRandom(seed);
  return binsOf(
    Array.from({ length: questions }, () => {
      const weights = [random(), random(), random() ** 3];
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const shares = weights.map((weight) => weight / total);
      const chance = random();
      let upTo = 0;
      const happened = shares.findIndex((share) => {
        upTo += share;
        return chance < upTo;
      });
      return [Array(forecastsEach).fill(shares), happened] as const;
    }),
  );
}

function isWithin(bins: readonly Bin[]): boolean {
  return reliabilityOf(bins).every(({ frequency, band }) => frequency >= band.low && frequency <= band.high);
}

describe("the reliability bins", () => {
  it("have equal width and include their lower bound; the last one includes 1", () => {
    expect([0, 0.0999, 0.1, 0.5, 0.9, 0.99, 1].map(binOf)).toEqual([0, 0, 1, 5, 9, 9, 9]);
  });

  it("contain every forecast once, in any order of the questions", () => {
    const question = fc.tuple(fc.array(fc.array(probability, { minLength: 2, maxLength: 4 })), fc.nat({ max: 1 }));
    fc.assert(
      fc.property(fc.array(question), (questions) => {
        const bins = binsOf(questions);
        const count = questions.flatMap(([forecasts]) => forecasts.flat()).length;
        expect(bins.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(count);
        const again = binsOf(questions.toReversed());
        // Sums of fractions depend on their order in the last digit.
        const sums = ({ forecasts, weight, happened, squares }: Bin) => [forecasts, weight, happened, squares];
        expect(again.map(sums)).toEqual(bins.map((bin) => sums(bin).map((sum) => expect.closeTo(sum, 9))));
      }),
    );
  });

  it("tell options of different forecasts apart by their numbers", () => {
    const sums = new BinSums();
    sums.add([
      { probabilities: [0.55, 0.45], happened: 0, numbers: [0, 1] },
      { probabilities: [0.55, 0.45], happened: 0, numbers: [2, 1] },
    ]);
    expect(sums.bins()[5]).toMatchObject({ forecasts: 2, weight: 1, squares: 0.5 });
    expect(sums.bins()[4]).toMatchObject({ forecasts: 2, weight: 1, squares: 1 });
  });
});

describe("the reliability diagram", () => {
  it("lies within its bands in at least 93 of 100 runs for a calibrated forecaster", () => {
    const runs = Array.from({ length: 100 }, (_, run) => simulate(run + 1, 400, 1));
    expect(runs.filter(isWithin).length).toBeGreaterThanOrEqual(93);
  });

  it("lies within its bands if each question has many forecasts, which are not independent", () => {
    const runs = Array.from({ length: 100 }, (_, run) => simulate(run + 1, 400, 20));
    expect(runs.filter(isWithin).length).toBeGreaterThanOrEqual(93);
  });

  it("lies outside of its bands for an overconfident forecaster", () => {
    const overconfident = (seed: number) => {
      const random = seededRandom(seed);
      return binsOf(
        Array.from({ length: 800 }, () => {
          const truth = random() / 2;
          return [[[2 * truth]], random() < truth ? 0 : NONE] as const;
        }),
      );
    };
    const runs = Array.from({ length: 100 }, (_, run) => overconfident(run + 1));
    expect(runs.filter(isWithin)).toHaveLength(0);
  });

  it("counts forecasts that share an outcome as one effective forecast", () => {
    const [one] = reliabilityOf(binsOf([[Array(50).fill([0.55]), 0]]));
    expect(one).toMatchObject({ bin: 5, forecasts: 50, effective: 1, frequency: 1, band: { low: 0, high: 1 } });
    const many = binsOf(Array.from({ length: 50 }, (_, index) => [[[0.55]], index % 2 === 0 ? 0 : NONE] as const));
    expect(reliabilityOf(many)).toMatchObject([{ forecasts: 50, effective: 50, frequency: 0.5 }]);
  });

  it("omits empty bins", () => {
    expect(reliabilityOf(binsOf([]))).toEqual([]);
    expect(reliabilityOf(binsOf([[[[0.05], [0.95]], NONE]])).map(({ bin }) => bin)).toEqual([0, BINS - 1]);
  });
});

describe("the decomposition of the Brier score", () => {
  it("equals the score if all forecasts of a bin are equal", () => {
    const level = fc.constantFrom(0.05, 0.15, 0.35, 0.5, 0.75, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(level, fc.boolean()), { minLength: 1 }), (cases) => {
        const bins = binsOf(cases.map(([given, happened]) => [[[given]], happened ? 0 : NONE] as const));
        const parts = decomposeBrier(bins);
        const score = mean(cases.map(([given, happened]) => (given - Number(happened)) ** 2));
        if (parts === null) throw new Error("there are forecasts");
        expect(parts.reliability - parts.resolution + parts.uncertainty).toBeCloseTo(score, 10);
        expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
        expect(parts.resolution).toBeLessThanOrEqual(parts.uncertainty + 1e-12);
      }),
    );
  });

  it("equals half of the published score of 0.19 for Brier's ten forecasts (1950, table 1)", () => {
    const forecasts = [0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1];
    const rained = [1, 2, 3];
    const parts = decomposeBrier(
      binsOf(forecasts.map((rain, day) => [[[rain]], rained.includes(day) ? 0 : NONE] as const)),
    );
    // Computed by hand. Forecasts: 0.7, 0.8, 0.9, 0.4, 0.2 and 0.1 once each, 0 four times. It rained on 3 of 10 days.
    expect(parts?.uncertainty).toBeCloseTo(0.21, 12);
    expect(parts?.resolution).toBeCloseTo((3 * 0.7 ** 2 + 7 * 0.3 ** 2) / 10, 12);
    expect(parts?.reliability).toBeCloseTo((0.49 + 0.01 + 0.04 + 0.36 + 0.04 + 0.01) / 10, 12);
    expect((parts?.reliability ?? 0) - (parts?.resolution ?? 0) + (parts?.uncertainty ?? 0)).toBeCloseTo(0.095, 12);
  });

  it("has reliability 0 and resolution 0 if every forecast is the base rate", () => {
    const bins = binsOf([0, 1, 2, 3].map((index) => [[[0.25]], index === 0 ? 0 : NONE] as const));
    expect(decomposeBrier(bins)).toEqual({ reliability: 0, resolution: 0, uncertainty: 0.1875 });
  });

  it("is null without forecasts", () => {
    expect(decomposeBrier(binsOf([]))).toBeNull();
  });
});
