import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialInterval } from "./reliability.ts";

/** Returns cumulative probabilities by direct summation, for few trials. */
function cumulative(trials: number, probability: number): number[] {
  let sum = 0;
  return Array.from({ length: trials + 1 }, (_, count) => {
    let ways = 1;
    for (let k = 1; k <= count; k++) ways *= (trials - count + k) / k;
    sum += ways * probability ** count * (1 - probability) ** (trials - count);
    return sum;
  });
}

describe("the binomial interval", () => {
  it.each([
    // The 2.5 % and 97.5 % quantiles of the binomial distribution from R's qbinom().
    [20, 0.5, 6, 14],
    [100, 0.1, 5, 16],
    [10, 0.5, 2, 8],
  ])("of %d trials with probability %d agrees with tables", (trials, probability, low, high) => {
    expect(binomialInterval(trials, probability, 0.95)).toEqual({ low, high });
  });

  it("is the narrowest interval that excludes at most (1 − level)/2 on each side", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.constantFrom(0.5, 0.9, 0.95, 0.995),
        (trials, probability, level) => {
          const tail = (1 - level) / 2;
          const upTo = cumulative(trials, probability);
          const { low, high } = binomialInterval(trials, probability, level);
          const slack = 1e-9;
          expect(low === 0 ? 0 : (upTo[low - 1] ?? 1)).toBeLessThan(tail + slack);
          expect(upTo[low] ?? 0).toBeGreaterThan(tail - slack);
          expect(1 - (upTo[high] ?? 0)).toBeLessThan(tail + slack);
          expect(high === 0 ? 1 : 1 - (upTo[high - 1] ?? 0)).toBeGreaterThan(tail - slack);
        },
      ),
    );
  });

  it("matches the normal distribution for a million trials", () => {
    const { low, high } = binomialInterval(1_000_000, 0.3, 0.95);
    const deviation = Math.sqrt(1_000_000 * 0.3 * 0.7);
    expect(Math.abs((low - 300_000) / deviation + 1.96)).toBeLessThan(0.01);
    expect(Math.abs((high - 300_000) / deviation - 1.96)).toBeLessThan(0.01);
  });

  it("has width 0 for probabilities of 0 and 1", () => {
    expect(binomialInterval(7, 0, 0.95)).toEqual({ low: 0, high: 0 });
    expect(binomialInterval(7, 1, 0.95)).toEqual({ low: 7, high: 7 });
  });
});
