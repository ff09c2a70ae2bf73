import { describe, expect, it } from "vitest";
import { detect } from "#test/findings-fixtures.ts";
import { findSimilarOptions } from "./similar-options.ts";

/** Turns descriptions into options `o0`, `o1`, … */
function options(...descriptions: string[]) {
  return { criteria: Object.fromEntries(descriptions.map((description, index) => [`o${index}`, description])) };
}

describe("similar options", () => {
  it("are found if they differ only in case, punctuation and spacing", () => {
    expect(detect(findSimilarOptions, options("The line opens.", "It stays shut.", " the LINE  opens"))).toMatchObject([
      { id: "similar-options", severity: "high", path: "/task/criteria/o2" },
    ]);
  });

  it("are found if their ids differ only in case or punctuation", () => {
    expect(
      detect(findSimilarOptions, { criteria: { cut_small: "Half a point.", "Cut-Small": "A quarter." } }),
    ).toMatchObject([{ severity: "medium" }]);
    expect(detect(findSimilarOptions, { criteria: { yes: null, Yes: null } })).toMatchObject([{ severity: "high" }]);
  });

  it("are found if they differ only in invisible characters, full-width forms or ligatures", () => {
    for (const twin of ["N\u200bo", "\u202eNO", "Ｎｏ", "No\u00a0", "n\u2060o.", "N\u0007o"]) {
      expect(detect(findSimilarOptions, options("No", "Other", twin))).toMatchObject([{ severity: "high" }]);
    }
    expect(detect(findSimilarOptions, options("Straße ﬁve", "Other", "STRASSE ﬁve"))).toHaveLength(1);
  });

  it.each([
    ["one name apart", ["Candidate A wins the election", "Candidate B wins the election"]],
    ["a negation", ["The line opens", "The line does not open"]],
    ["comparisons", ["< 5 %", "> 5 %"]],
    ["signs", ["-5 to -2", "5 to 2", "+5"]],
    ["punctuation alone", ["–", "…"]],
  ])("are not found: %s", (_, descriptions) => {
    expect(detect(findSimilarOptions, options(...descriptions))).toEqual([]);
  });
});
