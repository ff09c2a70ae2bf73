import fc from "fast-check";
import { expect, it } from "vitest";
import type { Totals } from "#lib/scores/totals.ts";
import { NO_TOTALS } from "#lib/scores/totals.ts";
import { compareReferences } from "./compare-references.ts";

const lossArbitrary = fc.double({ min: 0.1, max: 2, noNaN: true });

/** Totals of a group of questions in which the last crowd has the given score and ours is the given share of it. */
function groupOf(crowd: number, share: number, questions = 1): Totals {
  const crowdSums = { crowdBrier: crowd, crowdLog: crowd, crowdOwnBrier: crowd * share, crowdOwnLog: crowd * share };
  return { ...NO_TOTALS, questions, crowdQuestions: questions, ...crowdSums };
}

it("is paired: the interval has no width if our score is the same share of every crowd's score", () => {
  fc.assert(
    fc.property(fc.array(lossArbitrary, { minLength: 2, maxLength: 20 }), (losses) => {
      const { questions, brier } = compareReferences(losses.map((crowd) => groupOf(crowd, 0.9))).lastCrowd;
      expect(questions).toBe(losses.length);
      for (const found of [brier?.value, brier?.interval?.low, brier?.interval?.high])
        expect(found).toBeCloseTo(0.1, 9);
    }),
  );
});

it("has an interval around the skill if the shares differ", () => {
  const groups = Array.from({ length: 40 }, (_, index) => groupOf(0.5, index % 2 === 0 ? 0.8 : 1.1));
  const { brier, log } = compareReferences(groups).lastCrowd;
  expect(brier).toEqual(log);
  expect(brier?.value).toBeCloseTo(0.05, 9);
  expect(brier?.interval?.low).toBeLessThan(0.05);
  expect(brier?.interval?.high).toBeGreaterThan(0.05);
});

it("leaves out groups without the reference", () => {
  const groups = [groupOf(0.5, 0.8), groupOf(0.4, 0.9)];
  const others = { ...NO_TOTALS, questions: 5, brier: 3, log: 4 };
  expect(compareReferences([...groups, others]).lastCrowd).toEqual(compareReferences(groups).lastCrowd);
  expect(compareReferences([others]).lastCrowd).toEqual({ questions: 0, brier: null, log: null });
});
