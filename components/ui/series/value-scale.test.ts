import fc from "fast-check";
import { expect, it } from "vitest";
import { scaleValues } from "./value-scale.ts";

const seriesOf = (values: readonly number[], bounds: readonly number[] = []) => {
  const ends = [null, ...bounds.toSorted((one, other) => one - other), null];
  return {
    name: "series",
    unit: null,
    measurements: values.map((value, observation) => ({ observation, at: "2026-01-01T00:00:00Z", value })),
    ranges: ends.slice(1).map((high, index) => ({
      option: `o${index}`,
      low: ends[index] ?? null,
      high,
      includesLow: true,
      includesHigh: false,
    })),
  };
};

it("places measurements and bounds inside the axis, in their order, with at most eleven ticks", () => {
  const value = fc.double({ min: -1e100, max: 1e100, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.array(value, { maxLength: 20 }), (values, bounds) => {
      const { place, ticks } = scaleValues(seriesOf(values, bounds));
      const sorted = [...values, ...bounds].sort((one, other) => one - other).map(place);
      expect(sorted).toEqual(sorted.toSorted((one, other) => one - other));
      for (const position of [...sorted, ...ticks.map(place)]) {
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(1);
      }
      expect(ticks.length).toBeLessThanOrEqual(11);
    }),
  );
});

it("places the least positive number in the middle", () => {
  expect(scaleValues(seriesOf([Number.MIN_VALUE])).place(Number.MIN_VALUE)).toBeCloseTo(0.5, 12);
});

it("is logarithmic if positive values differ by a factor of 100", () => {
  const { place, ticks } = scaleValues(seriesOf([1, 10, 100]));
  expect(place(10)).toBeCloseTo(0.5, 12);
  expect(ticks).toEqual([1, 10, 100]);
  expect(scaleValues(seriesOf([0, 50, 100])).place(50)).toBeCloseTo(0.5, 12);
});
