import { describe, expect, it } from "vitest";
import { PARAMETERS } from "#server/models/pool/parameters.ts";
import { readObservations } from "#server/models/pool/read-observations.ts";
import { jsonl, lineOf, seriesLineOf, withFile } from "#test/resolved-cases.ts";
import {
  chooseCandidate,
  familyOf,
  GRIDS,
  type Grid,
  type Losses,
  leaveOut,
  lossesOf,
  meanOf,
} from "./fit-parameters.ts";
import { foldsByQuestion } from "./fit-temperature.ts";
import { readCases } from "./read-cases.ts";

/** A grid of two parameters. Values of `binary_exponent` far from 1 are penalized. */
const GRID: Grid = {
  name: "an invented kind",
  concerns: () => true,
  candidates: [0.5, 1, 2, 4].flatMap((half_life_least_days) =>
    [1, 1.1, 1.2, 1.3, 1.4, 1.5].map((binary_exponent) => ({ half_life_least_days, binary_exponent })),
  ),
  penalty: ({ binary_exponent = 1 }) => ((binary_exponent - 1) / 0.2) ** 2 / 2,
};

/** Losses that grow with the squared distance from `exponent` and from a half-life of 2 days. */
function losses(questions: number, exponent: number, steepness = 1): Losses[] {
  return Array.from({ length: questions }, (_, index) => ({
    family: index % 2 === 0 ? "even" : "odd",
    question: `q${index}`,
    byCandidate: GRID.candidates.map(
      ({ binary_exponent = 1, half_life_least_days = 1 }) =>
        steepness * (binary_exponent - exponent) ** 2 + Math.log2(half_life_least_days / 2) ** 2,
    ),
  }));
}

describe("fitting", () => {
  it("finds the parameters that many questions agree on", () => {
    expect(GRID.candidates[chooseCandidate(losses(500, 1.5), GRID)]).toEqual({
      half_life_least_days: 2,
      binary_exponent: 1.5,
    });
  });

  it("keeps the exponent near 1 if only a few questions favour a higher exponent", () => {
    const exponent = GRID.candidates[chooseCandidate(losses(5, 1.5), GRID)]?.binary_exponent ?? 0;
    expect(exponent).toBeGreaterThan(1);
    expect(exponent).toBeLessThan(1.25);
  });

  it("gives a question the same weight however many cases it has", () => {
    const few = losses(5, 1.5);
    const repeated = Array.from({ length: 50 }, () => few).flat();
    expect(chooseCandidate(repeated, GRID)).toBe(chooseCandidate(few, GRID));
  });

  it("gives each family the same weight however many questions it has", () => {
    const of = (family: string, count: number, exponent: number) =>
      losses(count, exponent, 20).map((one) => ({ ...one, family, question: `${family} ${one.question}` }));
    const exponentOf = (count: number) =>
      GRID.candidates[chooseCandidate([...of("small", 200, 1.5), ...of("large", count, 1.1)], GRID)]?.binary_exponent;
    expect([200, 2000].map(exponentOf)).toEqual([1.3, 1.3]);
    expect(["538_governor", "people_15", "invented"].map(familyOf)).toEqual(["538", "people", "invented"]);
  });

  it("makes deterministic folds of similar size that never split a question", () => {
    const all = losses(45, 1.2).flatMap((one) => [one, one]);
    const folds = foldsByQuestion(all, 10);
    expect(folds).toEqual(foldsByQuestion(all.toReversed(), 10));
    const sizes = [...Map.groupBy(folds.values(), (fold) => fold).values()].map((members) => members.length);
    expect(sizes.toSorted()).toEqual([4, 4, 4, 4, 4, 5, 5, 5, 5, 5]);
  });

  it("scores each fold with the candidate fitted to the other folds", () => {
    const mixed = [
      ...losses(400, 1.5, 20).filter(({ family }) => family === "even"),
      ...losses(400, 1.1, 20).filter(({ family }) => family === "odd"),
    ];
    const held = leaveOut(mixed, GRID, ({ family }) => family);
    expect(held.map(({ name, chosen, scores }) => [name, chosen.binary_exponent, scores.length])).toEqual([
      ["even", 1.1, 200],
      ["odd", 1.5, 200],
    ]);
  });

  it("returns nothing for a single group, because no other group is left to fit on", () => {
    expect(leaveOut(losses(4, 1.5), GRID, () => "all")).toEqual([]);
  });

  it("fits the forecast parameters to cases with forecasts, and the series parameters to cases with measurements", async () => {
    const { cases } = await withFile(
      jsonl([lineOf("rain", [0.6, 0.7], "yes"), seriesLineOf("tide", [1, 3, 2, 4, 3, 6], "high")]),
      readCases,
    );
    const parsedCases = cases.map(({ request: { task, input } }) => readObservations(task, input, PARAMETERS));
    expect(GRIDS.map(({ concerns }) => parsedCases.map(concerns))).toEqual([
      [true, false],
      [false, true],
    ]);
    for (const [index, grid] of GRIDS.entries()) {
      const parsed = parsedCases[index];
      if (parsed === undefined) throw new Error("the case was not parsed");
      const found = lossesOf(parsed, cases[index]?.outcome ?? "", grid, PARAMETERS);
      expect(found).toHaveLength(grid.candidates.length);
      for (const loss of found) expect(loss).toBeGreaterThan(0);
      expect(new Set(found).size).toBeGreaterThan(1);
      // The current parameters must be one of the candidates; otherwise this grid did not produce them.
      const now = grid.candidates.filter((candidate) =>
        Object.entries(candidate).every(([name, value]) => Object(PARAMETERS)[name] === value),
      );
      expect(now).toHaveLength(1);
    }
    const scores = [1, 2, 6].map((score) => ({ family: score < 3 ? "a" : "b", score }));
    expect(meanOf([{ scores: scores.slice(0, 1) }, { scores: scores.slice(1) }])).toBe(3.75);
  });
});
