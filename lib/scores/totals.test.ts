import fc from "fast-check";
import { expect, it } from "vitest";
import { scoreForecast } from "./score-forecast.ts";
import { type Scored, totalScores } from "./totals.ts";

const forecastArbitrary = fc.record({
  question: fc.nat({ max: 5 }),
  yes: fc.double({ min: 0, max: 1, noNaN: true }),
  crowd: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

type Forecast = typeof forecastArbitrary extends fc.Arbitrary<infer F> ? F : never;

function scoredOf({ question, yes, crowd }: Forecast): Scored {
  const lastCrowd = crowd === null ? undefined : { yes: crowd, no: 1 - crowd };
  const forecast = { probabilities: { yes, no: 1 - yes }, order: undefined };
  const scores = scoreForecast({ ...forecast, references: { baseRate: undefined, lastCrowd } }, "yes");
  return { ...scores, taskId: String(question), probabilities: [yes, 1 - yes], happened: 0 };
}

it("a question that is asked 1,000 times counts as much as a question that is asked once", () => {
  fc.assert(
    fc.property(fc.array(forecastArbitrary), forecastArbitrary, (others, repeated) => {
      const one = scoredOf({ ...repeated, question: 9 });
      const [once, often] = [1, 1_000].map((times) =>
        totalScores([...others.map(scoredOf), ...Array.from({ length: times }, () => one)]),
      );
      if (once === undefined || often === undefined) throw new Error("there are two totals");
      const { forecasts, forecastBrier, forecastLog, bins, tops, ...sums } = once;
      for (const [name, sum] of Object.entries(sums)) expect(often[name as keyof typeof sums]).toBeCloseTo(sum, 8);
      expect(often.forecasts).toBe(forecasts + 999);
      for (const [index, count] of tops.entries()) expect(often.tops[index]).toBeCloseTo(count, 8);
      for (const [index, { weight, probability, happened, squares }] of bins.entries()) {
        expect(often.bins[index]?.weight).toBeCloseTo(weight, 8);
        expect(often.bins[index]?.probability).toBeCloseTo(probability, 8);
        expect(often.bins[index]?.happened).toBeCloseTo(happened, 8);
        expect(often.bins[index]?.squares).toBeCloseTo(squares, 8);
      }
    }),
  );
});
