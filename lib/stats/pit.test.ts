import fc from "fast-check";
import { expect, it } from "vitest";
import { PIT_BINS, pitShares } from "./pit.ts";

const distribution = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });

it("spreads each outcome over bins that sum to 1", () => {
  fc.assert(
    fc.property(distribution, fc.nat({ max: 3 }), (probabilities, outcome) => {
      const shares = pitShares(probabilities, outcome);
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
      for (const [option, probability] of probabilities.entries()) {
        if (probability === 0) continue;
        for (const [bin, share] of pitShares(probabilities, option).entries())
          mean[bin] = (mean[bin] ?? 0) + probability * share;
      }
      for (const share of mean) expect(share).toBeCloseTo(0.1, 9);
    }),
  );
});

it("puts an outcome in the lowest or the highest option into the outer bins", () => {
  const probabilities = [0.1, 0.4, 0.4, 0.1];
  expect(pitShares(probabilities, 0)[0]).toBeCloseTo(1, 12);
  expect(pitShares(probabilities, 3)[9]).toBeCloseTo(1, 9);
});
