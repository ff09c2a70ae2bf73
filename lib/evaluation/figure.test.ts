import fc from "fast-check";
import { expect, it } from "vitest";
import { figureOf, smallestDetectable, weighCases } from "./figure.ts";

const score = fc.double({ min: 0, max: 7, noNaN: true });
const cases = fc.array(
  fc.record({ set: fc.constant("set"), question: fc.constantFrom("a", "b", "c", "d", "e"), score }),
  { minLength: 2, maxLength: 40 },
);
const scoreOf = (one: { readonly score: number }) => one.score;

it("has the same interval by block as by question if every question is its own block", () => {
  fc.assert(
    fc.property(cases, (list) => {
      const figure = figureOf(
        list.map((one) => ({ ...one, block: one.question })),
        scoreOf,
      );
      expect(figure?.blockInterval?.low ?? 0).toBeCloseTo(figure?.interval?.low ?? 0, 9);
      expect(figure?.blockInterval?.high ?? 0).toBeCloseTo(figure?.interval?.high ?? 0, 9);
    }),
    { numRuns: 20 },
  );
});

it("has no interval by block if all cases are in one block", () => {
  fc.assert(
    fc.property(cases, (list) => {
      expect(
        figureOf(
          list.map((one) => ({ ...one, block: "one" })),
          scoreOf,
        )?.blockInterval,
      ).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

it("weighs the cases of a question so that they sum to 1", () => {
  fc.assert(
    fc.property(cases, (list) => {
      const placed = list.map((one) => ({ ...one, block: "one" }));
      const weights = weighCases(placed);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      expect(total).toBeCloseTo(new Set(list.map(({ question }) => question)).size, 9);
    }),
  );
});

it("detects half the difference with four times the questions", () => {
  const alternating = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      set: "set",
      question: `q${index}`,
      block: "one",
      score: index % 2,
    }));
  const [few, many] = [
    smallestDetectable(alternating(1_000), scoreOf),
    smallestDetectable(alternating(4_000), scoreOf),
  ];
  expect((few ?? 0) / (many ?? 1)).toBeCloseTo(2, 2);
  expect(few).toBeCloseTo((2.8 * 0.5) / Math.sqrt(1_000), 4);
  expect(smallestDetectable(alternating(1), scoreOf)).toBeUndefined();
});
