import fc from "fast-check";
import { expect, it } from "vitest";
import { nameSpan, readQuantity, type Span } from "./quantity.ts";

const holds = ({ low, high, includesLow, includesHigh }: Span, value: number) =>
  (low === null || value > low || (includesLow && value === low)) &&
  (high === null || value < high || (includesHigh && value === high));

it("sums the exact chances of the ranges, whatever the values inside a range are", () => {
  const bounds = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 8 });
  const cases = bounds.chain((ends) =>
    fc.record({
      ends: fc.constant(ends.sort((a, b) => a - b)),
      // Whole cases in 1,000, so that the sums are exact; each case has a value inside its range.
      cases: fc.array(fc.nat(40), { minLength: ends.length + 1, maxLength: ends.length + 1 }),
      inside: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
        minLength: ends.length + 1,
        maxLength: ends.length + 1,
      }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ ends, cases, inside }) => {
      const total = cases.reduce((sum, one) => sum + one, 0);
      fc.pre(total > 0);
      const ranges = cases.map((_, index) => ({
        option: `o${index}`,
        low: ends[index - 1] ?? null,
        high: ends[index] ?? null,
        includesLow: true,
        includesHigh: false,
      }));
      const probabilities = Object.fromEntries(cases.map((count, index) => [`o${index}`, count / total]));
      const values = ranges
        .flatMap(({ low, high }, index) => {
          const from = low ?? (high ?? 0) - 10;
          const value = from + (inside[index] ?? 0) * ((high ?? from + 10) - from);
          return Array.from({ length: cases[index] ?? 0 }, () => value);
        })
        .sort((a, b) => a - b);
      const quantity = readQuantity(ranges, probabilities);
      if (quantity === undefined) throw new Error("there is no quantity");
      for (const { value, probability } of quantity.thresholds) {
        expect(probability).toBeCloseTo(values.filter((one) => one >= value).length / total, 9);
      }
      expect(holds(quantity.median, values[Math.ceil(total / 2) - 1] ?? Number.NaN)).toBe(true);
      const covered = values.filter((value) => holds(quantity.middle, value)).length / total;
      expect(covered).toBeGreaterThanOrEqual(0.8 - 1e-9);
      expect(quantity.middle.probability).toBeCloseTo(covered, 9);
    }),
  );
});

it("names a range by its bounds", () => {
  const name = (low: number | null, high: number | null, includesLow: boolean, includesHigh: boolean) =>
    nameSpan({ low, high, includesLow, includesHigh });
  expect([name(1, 2, true, false), name(1, 2, false, true), name(-1, -1, true, true)]).toEqual([
    "1 to below 2",
    "above 1 to 2",
    "−1",
  ]);
  expect([name(null, 2, false, false), name(null, 2, false, true)]).toEqual(["below 2", "2 or less"]);
  expect([name(2, null, true, false), name(2, null, false, false)]).toEqual(["2 or more", "above 2"]);
});
