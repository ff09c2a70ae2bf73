import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSumOne } from "#lib/stats/log-space.ts";
import { combine, spreadOf, type UsableSample } from "./combine.ts";

const OPTIONS = ["a", "b", "c"];
const distribution = fc
  .array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 3 })
  .filter((values) => values.some((value) => value > 0))
  .map(toSumOne);
const samples = fc.array(fc.record({ order: fc.nat({ max: 2 }), distribution }), { minLength: 1, maxLength: 7 });
const STATED = { floor: 0.005, shrink: true };
const PLAIN = { floor: 0.005, shrink: false };

/** Returns samples that each have a different option order. */
function inOrders(...distributions: number[][]): UsableSample[] {
  return distributions.map((one, order) => ({ order, distribution: one }));
}

function oddsOf([a = 0, b = 0]: readonly number[]): number {
  return a / b;
}

describe("the answers of several calls", () => {
  it("are combined to a distribution: all values above 0, the sum 1 within 1e-12", () => {
    fc.assert(
      fc.property(samples, fc.constantFrom(STATED, PLAIN), (args, how) => {
        const found = combine(args, how).distribution;
        expect(Math.abs(found.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-12);
        expect(Math.min(...found)).toBeGreaterThan(0);
      }),
    );
  });

  it("are not changed if they agree, even if shrinkage is enabled", () => {
    const { distribution: found, kept } = combine(inOrders([0.5, 0.3, 0.2], [0.5, 0.3, 0.2]), STATED);
    for (const [index, value] of [0.5, 0.3, 0.2].entries()) expect(found[index]).toBeCloseTo(value, 12);
    expect(kept).toBeCloseTo(1, 12);
  });

  it("are averaged in log space: the odds are the geometric mean of the samples' odds", () => {
    expect(oddsOf(combine(inOrders([0.8, 0.2], [0.5, 0.5]), PLAIN).distribution)).toBeCloseTo(2, 12);
  });

  it("have 0 raised to the floor of 0.5 %, so that no call has a veto", () => {
    expect(oddsOf(combine(inOrders([0, 1], [0.5, 0.5]), PLAIN).distribution)).toBeCloseTo(Math.sqrt(0.005), 12);
  });

  it("weight every option order equally, however many samples it has, so position bias stays balanced", () => {
    const [first, second] = [
      [0.6, 0.4],
      [0.4, 0.6],
    ];
    const unbalanced = [
      { order: 0, distribution: first },
      { order: 1, distribution: second },
      { order: 0, distribution: first },
    ];
    for (const how of [PLAIN, STATED]) {
      const found = combine(unbalanced, how).distribution;
      expect(found[0]).toBe(found[1]);
    }
  });

  it("are shrunk towards equal probabilities more if they disagree more, and less if there are more samples", () => {
    const near = combine(inOrders([0.7, 0.3], [0.75, 0.25]), STATED);
    const far = combine(inOrders([0.5, 0.5], [0.9, 0.1]), STATED);
    const many = combine(inOrders([0.5, 0.5], [0.9, 0.1], [0.5, 0.5], [0.9, 0.1]), STATED);
    expect(near.kept).toBeGreaterThan(many.kept);
    expect(many.kept).toBeGreaterThan(far.kept);
    expect(far.kept).toBeGreaterThan(0.5);
  });

  it("are shrunk by the factor prior variance / (prior variance + variance of their mean)", () => {
    // With two options, half log odds at m ± x have a variance of 2·2x² in one dimension, which two samples halve.
    const [low, high] = [Math.log(1.5), Math.log(4)];
    const x = (high - low) / 4;
    const kept = Math.PI ** 2 / 6 / (Math.PI ** 2 / 6 + 2 * x ** 2);
    const found = combine(inOrders([0.6, 0.4], [0.8, 0.2]), STATED);
    expect(found.kept).toBeCloseTo(kept, 12);
    expect(Math.log(oddsOf(found.distribution))).toBeCloseTo((kept * (low + high)) / 2, 12);
  });

  it("have a spread of 0 if they are equal, 1 if they exclude each other, and null if there is only one", () => {
    const spread = (...distributions: number[][]) => spreadOf(distributions, OPTIONS);
    expect(spread([0.5, 0.3, 0.2], [0.5, 0.3, 0.2])).toBe(0);
    expect(spread([1, 0, 0], [0, 1, 0], [0, 0, 1])).toBeCloseTo(1, 12);
    expect(spread([1, 0, 0])).toBeNull();
  });
});
