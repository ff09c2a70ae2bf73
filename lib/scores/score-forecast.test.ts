import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankedScore } from "./score-forecast.ts";

const OPTIONS = 4;
const permutation = fc.shuffledSubarray([...Array(OPTIONS).keys()], { minLength: OPTIONS });
const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: OPTIONS, maxLength: OPTIONS });

describe("the ranked probability score of a recorded forecast", () => {
  it("depends only on the order of the question, not on how its options are numbered", () => {
    fc.assert(
      fc.property(weights, permutation, permutation, fc.nat(OPTIONS - 1), (parts, order, numbers, happened) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const probabilities = parts.map((part) => part / total);
        const renumbered = numbers.map((number) => probabilities[number] ?? 0);
        const placeOf = (option: number) => numbers.indexOf(option);
        expect(rankedScore(renumbered, placeOf(happened), order.map(placeOf))).toBe(
          rankedScore(probabilities, happened, order),
        );
      }),
    );
  });

  it("does not exist without an order", () => {
    expect(rankedScore([0.4, 0.6], 0, null)).toBeNull();
    expect(rankedScore([0.4, 0.6], 0, [])).toBeNull();
  });
});
