import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseOption } from "#lib/contract/result.ts";
import { jensenShannon, totalVariation } from "./distances.ts";
import type { Distribution } from "./distribution.ts";
import { formatPercent, formatPoints } from "./format-percent.ts";
import { inOrder, probabilityOrder, topTie } from "./order-options.ts";

/** Option ids that are inherited properties of objects, or that sort differently as numbers. */
const NAMES = ["constructor", "toString", "10", "9", "B", "a", "yes", "no", "hasOwnProperty", "cut_small"];

function distributions(count: number) {
  return fc
    .integer({ min: 2, max: NAMES.length })
    .chain((size) =>
      fc.array(
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 })), { minLength: size, maxLength: size }),
        { minLength: count, maxLength: count },
      ),
    )
    .map((rows) => rows.map(toDistribution));
}

function toDistribution(parts: readonly number[]): Distribution {
  const weights = parts.every((part) => part === 0) ? parts.map(() => 1) : parts;
  const total = weights.reduce((a, b) => a + b);
  return Object.fromEntries(weights.map((weight, index) => [NAMES[index] ?? `option_${index}`, weight / total]));
}

const probability = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 0.002, noNaN: true }),
  fc.double({ min: 0.998, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000),
);

describe.each([
  ["total variation", totalVariation, 1e-12],
  ["the Jensen–Shannon distance", jensenShannon, 1e-7],
] as const)("%s", (_, distance, tolerance) => {
  it("is 0 for equal distributions and positive for different distributions", () => {
    fc.assert(
      fc.property(distributions(2), ([a = {}, b = {}]) => {
        expect(distance(a, { ...a })).toBe(0);
        const differ = Object.keys(a).some((option) => Math.abs((a[option] ?? 0) - (b[option] ?? 0)) > 1e-6);
        if (differ) expect(distance(a, b)).toBeGreaterThan(0);
      }),
    );
  });

  it("is exactly symmetric, for any order of the keys", () => {
    fc.assert(
      fc.property(distributions(2), ([a = {}, b = {}]) => {
        const backwards = Object.fromEntries(Object.entries(a).reverse());
        expect(distance(b, backwards)).toBe(distance(a, b));
      }),
    );
  });

  it("satisfies the triangle inequality", () => {
    fc.assert(
      fc.property(distributions(3), ([a = {}, b = {}, c = {}]) => {
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c) + tolerance);
      }),
    );
  });

  it("stays within 0 and 1, and is 1 for disjoint distributions", () => {
    fc.assert(
      fc.property(distributions(2), ([a = {}, b = {}]) => {
        expect(distance(a, b)).toBeGreaterThanOrEqual(0);
        expect(distance(a, b)).toBeLessThanOrEqual(1);
      }),
    );
    expect(distance({ yes: 1, no: 0 }, { yes: 0, no: 1 })).toBe(1);
  });

  it("stays within its bounds if a sum is off by the contract's tolerance", () => {
    const off = distance({ yes: 1.000001, no: 0 }, { yes: 0, no: 1.000001 });
    expect(off).toBe(1);
  });

  it("refuses distributions over different options", () => {
    expect(() => distance({ yes: 1 }, { no: 1 })).toThrow(RangeError);
    expect(() => distance({ yes: 1 }, { yes: 0.5, no: 0.5 })).toThrow(RangeError);
    expect(() => distance({ constructor: 1 }, { yes: 1 })).toThrow(RangeError);
  });
});

describe("distances", () => {
  it("agree with values computed by hand", () => {
    expect(totalVariation({ a: 0.7, b: 0.2, c: 0.1 }, { a: 0.5, b: 0.2, c: 0.3 })).toBeCloseTo(0.2, 12);
    // By hand for (1, 0) and (1/2, 1/2): the entropy of their mean (3/4, 1/4) minus their mean entropy of half a bit.
    expect(jensenShannon({ a: 1, b: 0 }, { a: 0.5, b: 0.5 })).toBeCloseTo(Math.sqrt(0.31127812445913283), 12);
  });

  it("satisfy the known bound: the divergence in bits is at most the total variation", () => {
    fc.assert(
      fc.property(distributions(2), ([a = {}, b = {}]) => {
        expect(jensenShannon(a, b) ** 2).toBeLessThanOrEqual(totalVariation(a, b) + 1e-12);
      }),
    );
  });
});

describe("formatPercent() and formatPoints()", () => {
  it.each([
    [0, "0 %"],
    [1e-300, "<0.1 %"],
    [0.0005, "<0.1 %"],
    [0.00099999, "<0.1 %"],
    [0.001, "0.1 %"],
    [0.66149, "66.1 %"],
    [0.5, "50.0 %"],
    [0.999, "99.9 %"],
    [0.9990001, ">99.9 %"],
    [1 - 2 ** -53, ">99.9 %"],
    [1, "100 %"],
  ])("shows %d as %s", (value, shown) => {
    expect(formatPercent(value)).toBe(shown);
  });

  it("is accurate to 0.05 percentage points, and shows 0 % and 100 % only for exact values", () => {
    fc.assert(
      fc.property(probability, (p) => {
        const shown = formatPercent(p);
        const value = Number(shown.replace(/[<>% ]/g, ""));
        if (shown.startsWith("<")) expect(p > 0 && 100 * p < value).toBe(true);
        else if (shown.startsWith(">")) expect(p < 1 && 100 * p > value).toBe(true);
        else expect(Math.abs(100 * p - value)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(shown === "0 %").toBe(p === 0);
        expect(shown === "100 %").toBe(p === 1);
      }),
    );
  });

  it("sorts in the same order as the probabilities", () => {
    const rank = (shown: string) =>
      Number(shown.replace(/[<>% ]/g, "")) + (shown.startsWith("<") ? -0.05 : shown.startsWith(">") ? 0.05 : 0);
    fc.assert(
      fc.property(probability, probability, (p, q) => {
        const [low, high] = p < q ? [p, q] : [q, p];
        expect(rank(formatPercent(low))).toBeLessThanOrEqual(rank(formatPercent(high)));
      }),
    );
  });

  it.each([NaN, -0.1, 1.0000001, Infinity])("refuses %d, which is not a probability", (value) => {
    expect(() => formatPercent(value)).toThrow(RangeError);
  });

  it.each([
    [0.0321, "+3.2 pp"],
    [-0.0321, "−3.2 pp"],
    [0, "0 pp"],
    [-0, "0 pp"],
    [1e-9, "+<0.1 pp"],
    [-1e-9, "−<0.1 pp"],
    [-0.9999, "−>99.9 pp"],
    [1, "+100 pp"],
  ])("shows a difference of %d as %s", (value, shown) => {
    expect(formatPoints(value)).toBe(shown);
  });
});

describe("the order of options", () => {
  it("starts with the contract's choice and is descending by probability", () => {
    fc.assert(
      fc.property(distributions(1), ([a = {}]) => {
        const order = probabilityOrder(a);
        expect(order[0]).toBe(chooseOption(a));
        expect(order.toSorted()).toEqual(Object.keys(a).sort());
        const values = order.map((option) => a[option] ?? NaN);
        expect(values).toEqual(values.toSorted((x, y) => y - x));
      }),
    );
  });

  it("breaks ties by code units", () => {
    expect(probabilityOrder({ a: 0.25, B: 0.25, "9": 0.25, "10": 0.25 })).toEqual(["10", "9", "B", "a"]);
  });

  it("follows the caller's order in a record, except that JavaScript puts whole numbers first", () => {
    expect(Object.keys(inOrder({ no: 0.4, yes: 0.6 }, ["yes", "no"]))).toEqual(["yes", "no"]);
    expect(Object.keys(inOrder({ a: 1, b: 2, "9": 3, "10": 4 }, ["b", "10", "a", "9"]))).toEqual(["9", "10", "b", "a"]);
  });
});

describe("a tie at the top", () => {
  it("lists all tied options, with the contract's choice first", () => {
    expect(topTie({ yes: 0.5, no: 0.5 })).toEqual(["no", "yes"]);
    expect(topTie({ c: 0.4, b: 0.2, a: 0.4 })).toEqual(["a", "c"]);
  });

  it("is empty if the highest probability is unique, even by one bit", () => {
    expect(topTie({ yes: 0.5 + 2 ** -53, no: 0.5 })).toEqual([]);
    expect(topTie({ a: 0.6, b: 0.2, c: 0.2 })).toEqual([]);
  });
});
