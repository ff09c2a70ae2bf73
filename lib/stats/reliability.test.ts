import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBins, BINS, type Bin, binOf, binOption, decomposeBrier, reliabilityOf } from "./reliability.ts";
import { binaryBrierScore, mean } from "./scores.ts";
import { seededRandom } from "./seeded-random.ts";

const probability = fc.double({ min: 0, max: 1, noNaN: true });

/** Simulates a calibrated forecaster on questions with three options each. */
function simulate(seed: number, questions: number, forecastsEach: number): Bin[] {
  const random = seededRandom(seed);
  const bins: Bin[][] = [];
  for (let question = 0; question < questions; question++) {
    const weights = [random(), random(), random() ** 3];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = weights.map((weight) => weight / total);
    const chance = random();
    let upTo = 0;
    for (const share of shares) {
      const happened = upTo <= chance && chance < upTo + share;
      bins.push(binOption(Array(forecastsEach).fill(share), happened));
      upTo += share;
    }
  }
  return addBins(bins);
}

function isWithin(bins: readonly Bin[]): boolean {
  return reliabilityOf(bins).every(({ frequency, band }) => frequency >= band.low && frequency <= band.high);
}

describe("the reliability bins", () => {
  it("have equal width and include their lower bound; the last one includes 1", () => {
    expect([0, 0.0999, 0.1, 0.5, 0.9, 0.99, 1].map(binOf)).toEqual([0, 0, 1, 5, 9, 9, 9]);
  });

  it("contain every forecast once, and can be added in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(probability), fc.boolean())), (options) => {
        const bins = addBins(options.map(([given, happened]) => binOption(given, happened)));
        const count = options.reduce((sum, [given]) => sum + given.length, 0);
        expect(bins.reduce((sum, { forecasts }) => sum + forecasts, 0)).toBe(count);
        const [left, right] = [options.slice(0, 3), options.slice(3)].map((part) =>
          addBins(part.map(([given, happened]) => binOption(given, happened))),
        );
        const again = addBins([right ?? [], left ?? []]);
        // Sums of fractions depend on their order in the last digit.
        const sums = ({ forecasts, weight, happened, squares }: Bin) => [forecasts, weight, happened, squares];
        expect(again.map(sums)).toEqual(bins.map((bin) => sums(bin).map((sum) => expect.closeTo(sum, 9))));
      }),
    );
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
      const options = Array.from({ length: 800 }, () => {
        const truth = random() / 2;
        return binOption([2 * truth], random() < truth);
      });
      return addBins(options);
    };
    const runs = Array.from({ length: 100 }, (_, run) => overconfident(run + 1));
    expect(runs.filter(isWithin)).toHaveLength(0);
  });

  it("counts forecasts that share an outcome as one effective forecast", () => {
    const [one] = reliabilityOf(binOption(Array(50).fill(0.55), true));
    expect(one).toMatchObject({ bin: 5, forecasts: 50, effective: 1, frequency: 1, band: { low: 0, high: 1 } });
    const many = addBins(Array.from({ length: 50 }, (_, index) => binOption([0.55], index % 2 === 0)));
    expect(reliabilityOf(many)).toMatchObject([{ forecasts: 50, effective: 50, frequency: 0.5 }]);
  });

  it("omits empty bins", () => {
    expect(reliabilityOf(addBins([]))).toEqual([]);
    expect(reliabilityOf(binOption([0.05, 0.95], false)).map(({ bin }) => bin)).toEqual([0, BINS - 1]);
  });
});

describe("the decomposition of the Brier score", () => {
  it("equals the score if all forecasts of a bin are equal", () => {
    const level = fc.constantFrom(0.05, 0.15, 0.35, 0.5, 0.75, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(level, fc.boolean()), { minLength: 1 }), (cases) => {
        const bins = addBins(cases.map(([given, happened]) => binOption([given], happened)));
        const parts = decomposeBrier(bins);
        const score = mean(cases.map(([given, happened]) => binaryBrierScore(given, happened)));
        if (parts === undefined) throw new Error("there are forecasts");
        expect(parts.reliability - parts.resolution + parts.uncertainty).toBeCloseTo(score, 10);
        expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
        expect(parts.resolution).toBeLessThanOrEqual(parts.uncertainty + 1e-12);
      }),
    );
  });

  it("equals half of the published score of 0.19 for Brier's ten forecasts (1950, table 1)", () => {
    const forecasts = [0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1];
    const rained = [1, 2, 3];
    const parts = decomposeBrier(addBins(forecasts.map((rain, day) => binOption([rain], rained.includes(day)))));
    // Computed by hand. Forecasts: 0.7, 0.8, 0.9, 0.4, 0.2 and 0.1 once each, 0 four times. It rained on 3 of 10 days.
    expect(parts?.uncertainty).toBeCloseTo(0.21, 12);
    expect(parts?.resolution).toBeCloseTo((3 * 0.7 ** 2 + 7 * 0.3 ** 2) / 10, 12);
    expect(parts?.reliability).toBeCloseTo((0.49 + 0.01 + 0.04 + 0.36 + 0.04 + 0.01) / 10, 12);
    expect((parts?.reliability ?? 0) - (parts?.resolution ?? 0) + (parts?.uncertainty ?? 0)).toBeCloseTo(0.095, 12);
  });

  it("has reliability 0 and resolution 0 if every forecast is the base rate", () => {
    const bins = addBins([0, 1, 2, 3].map((index) => binOption([0.25], index === 0)));
    expect(decomposeBrier(bins)).toEqual({ reliability: 0, resolution: 0, uncertainty: 0.1875 });
  });

  it("is undefined without forecasts", () => {
    expect(decomposeBrier(addBins([]))).toBeUndefined();
  });
});
