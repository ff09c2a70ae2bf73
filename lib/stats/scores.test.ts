import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binaryBrierScore, brierScore, logScore, mean, skill } from "./scores.ts";

const distribution = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 8 })
  .map((parts) =>
    Object.fromEntries(parts.map((part, index) => [`option_${index}`, part / parts.reduce((a, b) => a + b)])),
  );

type Score = (probabilities: Record<string, number>, outcome: string) => number;

function expected(score: Score, truth: Record<string, number>, forecast: Record<string, number>): number {
  return Object.entries(truth).reduce((total, [option, share]) => total + share * score(forecast, option), 0);
}

describe("the Brier score", () => {
  it("agrees with values computed by hand", () => {
    expect(brierScore({ yes: 0.7, no: 0.3 }, "yes")).toBeCloseTo(0.18, 12);
    expect(brierScore({ a: 0.2, b: 0.5, c: 0.3 }, "c")).toBeCloseTo(0.04 + 0.25 + 0.49, 12);
  });

  it("runs from 0, certain and right, to 2, certain and wrong", () => {
    expect(brierScore({ yes: 1, no: 0 }, "yes")).toBe(0);
    expect(brierScore({ yes: 1, no: 0 }, "no")).toBe(2);
  });

  it("is twice the one-sided form where there are two options", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (p, happened) => {
        const both = brierScore({ yes: p, no: 1 - p }, happened ? "yes" : "no");
        expect(both).toBeCloseTo(2 * binaryBrierScore(p, happened), 12);
      }),
    );
  });
});

describe("the log score", () => {
  it("agrees with values computed by hand", () => {
    expect(logScore({ yes: 0.7, no: 0.3 }, "yes")).toBeCloseTo(0.356674943938732, 12);
    expect(logScore({ a: 0.25, b: 0.75 }, "a")).toBeCloseTo(2 * Math.LN2, 12);
  });

  it("is 0 when certain and right, infinite when certain and wrong", () => {
    expect(logScore({ yes: 1, no: 0 }, "yes")).toBe(0);
    expect(logScore({ yes: 1, no: 0 }, "no")).toBe(Infinity);
  });
});

describe.each<[string, Score]>([
  ["Brier score", brierScore],
  ["log score", logScore],
])("the %s", (_, score) => {
  it("is proper: nobody expects to gain by saying other than they believe", () => {
    fc.assert(
      fc.property(
        distribution,
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 8, maxLength: 8 }),
        (truth, parts) => {
          const options = Object.keys(truth);
          const total = parts.slice(0, options.length).reduce((a, b) => a + b);
          const forecast = Object.fromEntries(options.map((option, index) => [option, (parts[index] ?? 1) / total]));
          expect(expected(score, truth, truth)).toBeLessThanOrEqual(expected(score, truth, forecast) + 1e-12);
        },
      ),
    );
  });

  it("refuses an outcome that is none of the options, Object.prototype's names included", () => {
    expect(() => score({ yes: 0.5, no: 0.5 }, "maybe")).toThrow(RangeError);
    expect(() => score({ yes: 0.5, no: 0.5 }, "constructor")).toThrow(RangeError);
  });

  it("takes options that are named like properties of every object", () => {
    expect(score({ constructor: 0.5, toString: 0.5 }, "toString")).toBeCloseTo(score({ a: 0.5, b: 0.5 }, "b"), 12);
  });
});

describe("skill", () => {
  it("is 1 for no loss, 0 for the reference's loss, negative for more", () => {
    expect(skill(0, 0.4)).toBe(1);
    expect(skill(0.4, 0.4)).toBe(0);
    expect(skill(0.5, 0.4)).toBeCloseTo(-0.25, 12);
  });

  it("is undefined on a reference that loses nothing", () => {
    expect(skill(0.1, 0)).toBeUndefined();
  });
});

describe("the mean", () => {
  it("is the sum over the number, and NaN of nothing", () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeNaN();
  });
});
