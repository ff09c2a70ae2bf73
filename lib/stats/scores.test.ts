import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brierScore, logScore, mean, rankedProbabilityScore, skill } from "./scores.ts";

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

  it("is 0.19 for the ten forecasts of Brier 1950 (table 1), as published", () => {
    const forecasts = [0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1];
    const rained = [false, true, true, true, false, false, false, false, false, false];
    const scores = forecasts.map((rain, day) => brierScore({ rain, dry: 1 - rain }, rained[day] ? "rain" : "dry"));
    expect(mean(scores)).toBeCloseTo(0.19, 12);
  });

  it("ranges from 0 for certain and right to 2 for certain and wrong", () => {
    expect(brierScore({ yes: 1, no: 0 }, "yes")).toBe(0);
    expect(brierScore({ yes: 1, no: 0 }, "no")).toBe(2);
  });

  it("is twice the binary Brier score for two options", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (p, happened) => {
        const both = brierScore({ yes: p, no: 1 - p }, happened ? "yes" : "no");
        expect(both).toBeCloseTo(2 * (p - Number(happened)) ** 2, 12);
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

describe("the log score with a floor", () => {
  it("raises only smaller probabilities to the floor", () => {
    expect(logScore({ yes: 0, no: 1 }, "yes", 0.01)).toBeCloseTo(Math.log(100), 12);
    expect(logScore({ yes: 0.02, no: 0.98 }, "yes", 0.01)).toBe(logScore({ yes: 0.02, no: 0.98 }, "yes"));
  });
});

describe("the ranked probability score", () => {
  const matches: [number, number, number, string, number][] = [
    [1, 0, 0, "home", 0],
    [0.9, 0.1, 0, "home", 0.005],
    [0.8, 0.1, 0.1, "home", 0.025],
    [0.5, 0.25, 0.25, "home", 0.15625],
    [0.35, 0.3, 0.35, "draw", 0.1225],
    [0.6, 0.3, 0.1, "draw", 0.185],
    [0.6, 0.25, 0.15, "home", 0.09125],
    [0.6, 0.15, 0.25, "home", 0.11125],
    [0.57, 0.33, 0.1, "home", 0.09745],
    [0.6, 0.2, 0.2, "home", 0.1],
  ];

  it.each(matches)(
    "of the football matches of Constantinou & Fenton 2012 (JQAS 8(1)): %d %d %d, then %s, is %d",
    (home, draw, away, outcome, score) => {
      expect(rankedProbabilityScore({ home, draw, away }, ["home", "draw", "away"], outcome)).toBeCloseTo(score, 12);
    },
  );

  it("is the binary Brier score for two options, whatever their order", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom("yes", "no"), (yes, outcome) => {
        const score = rankedProbabilityScore({ yes, no: 1 - yes }, ["yes", "no"], outcome);
        expect(score).toBeCloseTo((yes - Number(outcome === "yes")) ** 2, 12);
        expect(rankedProbabilityScore({ yes, no: 1 - yes }, ["no", "yes"], outcome)).toBeCloseTo(score, 12);
      }),
    );
  });

  it("is the same for the reverse order, and lies between 0 and 1", () => {
    fc.assert(
      fc.property(distribution, fc.nat(), (probabilities, pick) => {
        const order = Object.keys(probabilities);
        const outcome = order[pick % order.length] ?? "";
        const score = rankedProbabilityScore(probabilities, order, outcome);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
        expect(rankedProbabilityScore(probabilities, order.toReversed(), outcome)).toBeCloseTo(score, 10);
      }),
    );
  });

  it("rates a near miss better than a far one, which the Brier score does not", () => {
    const order = ["low", "middle", "high"];
    const near = rankedProbabilityScore({ low: 0, middle: 1, high: 0 }, order, "low");
    const far = rankedProbabilityScore({ low: 0, middle: 0, high: 1 }, order, "low");
    expect([near, far]).toEqual([0.5, 1]);
  });
});

describe.each<[string, Score]>([
  ["Brier score", brierScore],
  ["log score", logScore],
  ["ranked probability score", (forecast, outcome) => rankedProbabilityScore(forecast, Object.keys(forecast), outcome)],
])("the %s", (_, score) => {
  it("is proper: no forecaster gains by misreporting", () => {
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

  it("refuses an unknown outcome, including names of Object.prototype", () => {
    expect(() => score({ yes: 0.5, no: 0.5 }, "maybe")).toThrow(RangeError);
    expect(() => score({ yes: 0.5, no: 0.5 }, "constructor")).toThrow(RangeError);
  });

  it("handles options that are named like inherited properties", () => {
    expect(score({ constructor: 0.5, toString: 0.5 }, "toString")).toBeCloseTo(score({ a: 0.5, b: 0.5 }, "b"), 12);
  });
});

describe("skill", () => {
  it("is 1 for no loss, 0 for the reference's loss, negative for a greater loss", () => {
    expect(skill(0, 0.4)).toBe(1);
    expect(skill(0.4, 0.4)).toBe(0);
    expect(skill(0.5, 0.4)).toBeCloseTo(-0.25, 12);
  });

  it("is undefined if the reference has no loss", () => {
    expect(skill(0.1, 0)).toBeUndefined();
  });
});

describe("the mean", () => {
  it("is the sum over the number, and NaN for no values", () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeNaN();
  });
});
