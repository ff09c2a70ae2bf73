import fc from "fast-check";
import { expect, it } from "vitest";
import { discriminationOf } from "./discrimination.ts";
import { BINS, BinSums } from "./reliability.ts";

const weights = fc.array(fc.nat({ max: 20 }), { minLength: 3, maxLength: 3 }).filter((all) => all.some(Boolean));
/** The probabilities of a question's forecasts, and the index of the option that happened. */
const question = fc.record({
  forecasts: fc.array(
    weights.map((all) => all.map((one) => one / all.reduce((sum, other) => sum + other, 0))),
    { minLength: 1, maxLength: 4 },
  ),
  happened: fc.nat({ max: 2 }),
});

it("contains the mean probability and the share per bin of the options that happened and of the others", () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 6 }), (questions) => {
      const cases = questions.flatMap(({ forecasts, happened }) =>
        forecasts.flatMap((probabilities) =>
          probabilities.map((p, option) => ({ p, happened: option === happened, weight: 1 / forecasts.length })),
        ),
      );
      const sums = new BinSums();
      for (const { forecasts, happened } of questions) {
        sums.add(forecasts.map((probabilities) => ({ probabilities, happened })));
      }
      const [happened, others] = [true, false].map((which) => cases.filter((one) => one.happened === which));
      const weightOf = (all: typeof cases = []) => all.reduce((sum, { weight }) => sum + weight, 0);
      const meanOf = (all: typeof cases = []) =>
        all.reduce((sum, { p, weight }) => sum + p * weight, 0) / weightOf(all);
      const found = discriminationOf(sums.bins(), meanOf(happened) * questions.length);
      expect(found?.meanHappened).toBeCloseTo(meanOf(happened), 10);
      expect(found?.meanOthers).toBeCloseTo(meanOf(others), 10);
      expect(found?.slope).toBeCloseTo(meanOf(happened) - meanOf(others), 10);
      for (const [bin, { happenedShare, othersShare }] of found?.bins.entries() ?? []) {
        const isIn = ({ p }: { readonly p: number }) => Math.min(BINS - 1, Math.floor(p * BINS)) === bin;
        expect(happenedShare).toBeCloseTo(weightOf(happened?.filter(isIn)) / questions.length, 10);
        expect(othersShare).toBeCloseTo(weightOf(others?.filter(isIn)) / (2 * questions.length), 10);
      }
    }),
  );
});

it("is null without forecasts", () => {
  expect(discriminationOf(new BinSums().bins(), 0)).toBeNull();
});
