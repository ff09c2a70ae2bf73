import fc from "fast-check";
import { expect, it } from "vitest";
import { PIT_BINS, pitShares } from "./pit.ts";

const ORDER = ["a", "b", "c", "d"];
const distribution = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Object.fromEntries(ORDER.map((option, index) => [option, (weights[index] ?? 0) / total]));
  });

it("spreads each outcome over bins that sum to 1", () => {
  fc.assert(
    fc.property(distribution, fc.constantFrom(...ORDER), (probabilities, outcome) => {
      const shares = pitShares(probabilities, ORDER, outcome);
      expect(shares).toHaveLength(PIT_BINS);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
    }),
  );
});

it("is uniform for a calibrated forecaster: the expectation over its own distribution is 1/10 in each bin", () => {
  fc.assert(
    fc.property(distribution, (probabilities) => {
      const mean = Array.from({ length: PIT_BINS }, () => 0);
      for (const option of ORDER) {
        const probability = probabilities[option] ?? 0;
        if (probability === 0) continue;
        for (const [bin, share] of pitShares(probabilities, ORDER, option).entries())
          mean[bin] = (mean[bin] ?? 0) + probability * share;
      }
      for (const share of mean) expect(share).toBeCloseTo(0.1, 9);
    }),
  );
});

it("puts an outcome in the lowest or the highest option into the outer bins", () => {
  const probabilities = { a: 0.1, b: 0.4, c: 0.4, d: 0.1 };
  expect(pitShares(probabilities, ORDER, "a")[0]).toBeCloseTo(1, 12);
  expect(pitShares(probabilities, ORDER, "d")[9]).toBeCloseTo(1, 9);
});
