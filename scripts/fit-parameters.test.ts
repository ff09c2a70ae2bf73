import { describe, expect, it } from "vitest";
import { candidates, chooseCandidate, foldsByQuestion, type Losses, leaveOut } from "./fit-parameters.ts";

/** Losses that grow with the squared distance of a candidate's exponent from `exponent` and of its half-life from 2 days. */
function losses(questions: number, exponent: number, steepness = 1): Losses[] {
  return Array.from({ length: questions }, (_, index) => ({
    set: index % 2 === 0 ? "even" : "odd",
    question: `q${index}`,
    byCandidate: candidates.map(
      (one) => steepness * (one.binary_exponent - exponent) ** 2 + Math.log2(one.half_life_days / 2) ** 2,
    ),
  }));
}

describe("fitting", () => {
  it("finds what many questions agree on", () => {
    expect(candidates[chooseCandidate(losses(500, 1.5))]).toEqual({ half_life_days: 2, binary_exponent: 1.5 });
  });

  it("stays near 1 where few questions ask for sharpening", () => {
    const exponent = candidates[chooseCandidate(losses(5, 1.5))]?.binary_exponent ?? 0;
    expect(exponent).toBeGreaterThan(1);
    expect(exponent).toBeLessThan(1.25);
  });

  it("takes several cases of one question for one", () => {
    const few = losses(5, 1.5);
    const repeated = Array.from({ length: 50 }, () => few).flat();
    expect(chooseCandidate(repeated)).toBe(chooseCandidate(few));
  });

  it("keeps every question whole when it makes folds, of like size, the same every time", () => {
    const all = losses(45, 1.2).flatMap((one) => [one, one]);
    const folds = foldsByQuestion(all, 10);
    expect(folds).toEqual(foldsByQuestion(all.toReversed(), 10));
    const sizes = [...Map.groupBy(folds.values(), (fold) => fold).values()].map((members) => members.length);
    expect(sizes.toSorted()).toEqual([4, 4, 4, 4, 4, 5, 5, 5, 5, 5]);
  });

  it("scores a part with what the others chose", () => {
    const mixed = [
      ...losses(400, 1.5, 20).filter(({ set }) => set === "even"),
      ...losses(400, 1.1, 20).filter(({ set }) => set === "odd"),
    ];
    const held = leaveOut(mixed, ({ set }) => set);
    expect(held.map(({ name, chosen, scores }) => [name, chosen.binary_exponent, scores.length])).toEqual([
      ["even", 1.1, 200],
      ["odd", 1.5, 200],
    ]);
  });
});
