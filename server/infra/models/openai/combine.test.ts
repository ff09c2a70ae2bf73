import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSumOne } from "#lib/stats/log-space.ts";
import { combine, FLOOR, spreadOf } from "./combine.ts";

const OPTIONS = ["a", "b", "c"];
const sample = fc
  .array(fc.nat({ max: 100 }), { minLength: 3, maxLength: 3 })
  .filter((values) => values.some((value) => value > 0))
  .map(toSumOne);
const samples = fc.array(sample, { minLength: 1, maxLength: 5 });

describe("the answers of several orders", () => {
  it("combine to a distribution: above 0, the sum 1 within 1e-12", () => {
    fc.assert(
      fc.property(samples, (args) => {
        const found = combine(args);
        expect(Math.abs(found.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-12);
        expect(Math.min(...found)).toBeGreaterThan(0);
      }),
    );
  });

  it("that agree are what they say", () => {
    const found = combine([
      [0.5, 0.3, 0.2],
      [0.5, 0.3, 0.2],
    ]);
    for (const [place, value] of [0.5, 0.3, 0.2].entries()) expect(found[place]).toBeCloseTo(value, 12);
  });

  it("are averaged in log space: odds are the geometric mean of odds", () => {
    const [a = 0, b = 0] = combine([
      [0.8, 0.2],
      [0.5, 0.5],
    ]);
    expect(a / b).toBeCloseTo(2, 12);
  });

  it("count a 0 as a tenth of a point, so that no order has a veto", () => {
    const [a = 0, b = 0] = combine([
      [0, 1],
      [0.5, 0.5],
    ]);
    expect(a / b).toBeCloseTo(Math.sqrt(FLOOR), 12);
  });

  it("differ by 0 where they are the same, by 1 where they exclude each other, and by nothing known of one", () => {
    expect(
      spreadOf(
        [
          [0.5, 0.3, 0.2],
          [0.5, 0.3, 0.2],
        ],
        OPTIONS,
      ),
    ).toBe(0);
    expect(
      spreadOf(
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        OPTIONS,
      ),
    ).toBeCloseTo(1, 12);
    expect(spreadOf([[1, 0, 0]], OPTIONS)).toBeNull();
  });
});
