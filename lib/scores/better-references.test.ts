import { describe, expect, it } from "vitest";
import { findBetterReferences } from "./better-references.ts";
import type { Section } from "./report.ts";

/** A comparison: number of questions, difference in log score, and its lower limit. */
type Compared = readonly [questions: number, value: number, low: number];

function section(dimension: string, value: string, references: Readonly<Record<string, Compared>>): Section {
  const comparisons = Object.entries(references).map(([name, [questions, value, low]]) => {
    return [name, { questions, logDifference: { value, interval: { low, high: 2 * value - low } } }];
  });
  return { dimension, value, references: Object.fromEntries(comparisons) } as unknown as Section;
}

const all = (references: Readonly<Record<string, Compared>>) => section("all", "all", references);
const set = (name: string, references: Readonly<Record<string, Compared>>) => section("set", name, references);

describe("better references", () => {
  it("are those of each set and of all sets, largest difference in log score first", () => {
    const { better, text } = findBetterReferences([
      all({ walk: [300, 0.1, 0.01], last: [300, 0.05, -0.01] }),
      set("rain", { walk: [150, 0.3, 0.2], last: [150, -0.4, -0.5] }),
      set("snow", { walk: [150, 0.2, 0.1], "own walk": [150, 0.4, 0.1] }),
      section("horizon", "7 to 30 days", { walk: [300, 0.9, 0.8] }),
    ]);
    expect(better.map(({ set, reference }) => [set, reference])).toEqual([
      ["snow", "own walk"],
      ["rain", "walk"],
      ["snow", "walk"],
      [null, "walk"],
    ]);
    expect(better[0]).toMatchObject({ questions: 150, logDifference: { value: 0.4, interval: { low: 0.1 } } });
    expect(text).toMatch(/^Comparisons in which the reference has a significantly better log score: 4 of 6\. /);
    expect(text).toContain("not adjusted");
  });

  it("are counted once if there is only one set", () => {
    const { better } = findBetterReferences([all({ walk: [100, 1, 0.5] }), set("rain", { walk: [100, 1, 0.5] })]);
    expect(better.map(({ set }) => set)).toEqual(["rain"]);
  });

  it.each([
    ["no case was answered", [], /^No answered case has a reference/],
    ["no case has a reference", [all({}), set("rain", {})], /^No answered case has a reference/],
    ["every comparison has fewer than 100 questions", [set("rain", { walk: [99, 1, 0.5] })], /^Too few questions/],
    ["an interval contains 0", [set("rain", { walk: [100, 1, -0.1] })], /: 0 of 1\. Intervals/],
    ["the model is better", [set("rain", { walk: [100, -1, -2] })], /: 0 of 1\. Intervals/],
    ["forecasts differ by rounding errors", [set("rain", { walk: [100, 1e-16, 1e-17] })], /: 0 of 1\. Intervals/],
    [
      "some comparisons have fewer than 100 questions",
      [set("rain", { walk: [100, -1, -2], last: [99, 1, 0.5] })],
      /: 0 of 1\. Too few questions to tell in 1 other comparison\./,
    ],
  ])("are none if %s, and the text says so", (_, sections, text) => {
    expect(findBetterReferences(sections)).toEqual({ better: [], text: expect.stringMatching(text) });
  });
});
