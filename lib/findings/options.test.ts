import { describe, expect, it } from "vitest";
import { detect } from "./fixtures.ts";
import { findMissingCatchAll } from "./missing-catch-all.ts";
import { findOverlappingRanges } from "./overlapping-options.ts";
import { findSimilarOptions } from "./similar-options.ts";

/** Descriptions as options `o0`, `o1`, … */
function options(...descriptions: string[]) {
  return { criteria: Object.fromEntries(descriptions.map((description, index) => [`o${index}`, description])) };
}

describe("ranges that overlap", () => {
  it.each([
    ["a shared end", ["10-20", "20-30"], "20"],
    ["a shared stretch", ["Between 10 and 20 seats", "15 to 30 seats"], "values from 15 to 20"],
    ["an end that both bounds hold", ["At most 5 %", "5 % or more"], "5"],
    ["open ends", ["More than 1,000", "At least 5k"], "values above 5000"],
    ["dashes of every kind, and a minus", ["−5 – 0", "0–5"], "0"],
    ["a number within a range", ["3", "1 to 5"], "3"],
    [
      "two bounds in one description",
      ["At least 10 and less than 20", "More than 15 and at most 30"],
      "values from 15 to 20",
    ],
    ["a unit given once", ["1-2 million", "2-3 million"], "2000000"],
  ])("are found: %s", (_, descriptions, common) => {
    const findings = detect(findOverlappingRanges, options(...descriptions));
    expect(findings).toMatchObject([{ id: "overlapping-options", severity: "high", path: "/task/criteria/o1" }]);
    expect(findings[0]?.message).toContain(`both hold ${common}.`);
  });

  it("are found in ids where there is no description", () => {
    expect(detect(findOverlappingRanges, { criteria: { "10-20": null, "20-30": null } })).toHaveLength(0);
    expect(detect(findOverlappingRanges, { criteria: { a: "10 to 20", b: "20 to 30" } })).toHaveLength(1);
  });

  it.each([
    ["neighbours", ["10-19", "20-29", "30+"]],
    ["an open end that meets a closed one", ["Less than 10", "10 or more"]],
    ["an interval and its complement", ["At least 10 and less than 20", "20 to 30"]],
    ["ranges of different things", ["Lowered by 10 to 20 points", "Raised by 10 to 20 points"]],
    ["dates", ["Between 1 July and 31 July 2026", "31 July 2026 to 5 August 2026"]],
    ["seasons", ["2025-2026", "2026-2027"]],
    ["numbers as names", ["Candidate 1", "Candidate 2"]],
    ["no numbers", ["Red", "Blue"]],
  ])("are not found: %s", (_, descriptions) => {
    expect(detect(findOverlappingRanges, options(...descriptions))).toEqual([]);
  });
});

describe("options that are much alike", () => {
  it.each([
    ["the same words", ["The line opens.", "the LINE opens"], "high"],
    ["an article or an ending apart", ["The council approves the plans", "Council approved a plan"], "high"],
    ["one within the other", ["Ada Moss wins", "Ada Moss wins in the first round"], "medium"],
  ])("are found: %s", (_, descriptions, severity) => {
    expect(detect(findSimilarOptions, options(...descriptions))).toMatchObject([
      { id: "similar-options", severity, path: "/task/criteria/o1" },
    ]);
  });

  it("are found by ids that differ only in case or punctuation", () => {
    expect(
      detect(findSimilarOptions, { criteria: { cut_small: "Half a point.", "Cut-Small": "A quarter." } }),
    ).toMatchObject([{ severity: "medium" }]);
    expect(detect(findSimilarOptions, { criteria: { yes: null, Yes: null } })).toMatchObject([{ severity: "high" }]);
  });

  it.each([
    ["one name apart", ["Candidate A wins the election", "Candidate B wins the election"]],
    ["a denial", ["Rain", "No rain"]],
    ["a denial in a sentence", ["The line opens", "The line does not open"]],
    ["a catch-all", ["Moss", "Anyone other than Moss"]],
    ["numbers", ["10", "More than 10"]],
    ["opposites", ["Increase", "Decrease"]],
    ["symbols alone", ["+", "−"]],
  ])("are not found: %s", (_, descriptions) => {
    expect(detect(findSimilarOptions, options(...descriptions))).toEqual([]);
  });
});

describe("options of which none catches the rest", () => {
  it.each([
    ["names", ["Ada Moss", "Bo Lind", "Cy Dale"]],
    ["two names", ["Home", "Away"]],
    ["directions without standing still", ["Increase", "Decrease"]],
  ])("are found: %s", (_, descriptions) => {
    expect(detect(findMissingCatchAll, options(...descriptions))).toMatchObject([
      { id: "no-catch-all", severity: "medium", path: "/task/criteria" },
    ]);
  });

  it.each([
    [["0-9", "10-19", "20-29"], "values above 29"],
    [["0-9", "20 or more"], "values between 9 and 20"],
    [["5 to 10", "More than 10"], "values below 5"],
    [["Less than 10", "More than 10"], "No option holds 10."],
  ])("are told which values they leave out: %s", (descriptions, left) => {
    expect(detect(findMissingCatchAll, options(...descriptions))[0]?.message).toContain(left);
  });

  it.each([
    ["other", { a: "Moss", b: "Lind", other: null }],
    ["a description that says so", { a: "Moss", b: "Lind", c: "None of these by the deadline" }],
    ["another language", { a: "Moss", b: "Lind", c: "Andere" }],
    ["yes and no", { yes: null, no: null }],
    ["yes and no, described", { y1: "Yes, in full", n1: "No" }],
    ["a thing and its denial", { opens: "The line opens.", stays_shut: "The line does not open." }],
    ["up, down and the same", { cut: "Lowered", hold: "Unchanged", raise: "Raised" }],
    ["ranges that cover everything", { a: "0-9", b: "10-19", c: "20 or more" }],
    ["shares up to the whole", { a: "0 to 49.9 %", b: "50 to 100 %" }],
    ["two open ranges", { a: "Under 2.5", b: "2.5 or more" }],
    ["no decision by the deadline", { a: "Accepted", b: "Rejected", c: "No decision is sent by the deadline" }],
  ])("are not found with %s", (_, criteria) => {
    expect(detect(findMissingCatchAll, { criteria })).toEqual([]);
  });

  it("do not count an unchanged value as the rest", () => {
    expect(detect(findMissingCatchAll, { criteria: { a: "Moss", b: "Lind", c: "No change" } })).toHaveLength(1);
  });
});
