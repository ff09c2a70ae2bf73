import { describe, expect, it } from "vitest";
import { detect, type Parts, text } from "./fixtures.ts";
import { findOutcomeWords } from "./outcome-words.ts";

const RACE: Parts = {
  instructions: "Who wins the 2026 race for mayor of Larkfield?",
  criteria: { ada_moss: "Ada Moss (Harbour Party)", bo_lind: "Bo Lind (Greens)", other: "Anyone else." },
};
const RATE: Parts = {
  instructions: "What will the Bank of Merova decide?",
  criteria: {
    cut: "The policy rate is lowered.",
    hold: "The policy rate is left where it is.",
    raise: "The policy rate is raised.",
  },
};

function find(terms: string, parts: Parts = RACE) {
  return detect(findOutcomeWords, { ...parts, context: [text(terms)] });
}

describe("a text that seems to know the outcome", () => {
  it.each([
    ["After a long night Ada Moss won with 52 %.", "medium"],
    ["The commission announced the winner: Bo Lind.", "high"],
    ["Moss was declared mayor at noon.", "high"],
    ["The market resolved to bo_lind on Sunday.", "medium"],
  ])("is found beside an option's name: %s", (terms, severity) => {
    const [finding] = find(`Weather was fine. ${terms}`);
    expect(finding).toMatchObject({ id: "outcome-in-text", severity, path: "/input/context/0/text" });
    const { start, end, text: shown } = finding?.evidence ?? {};
    expect(`Weather was fine. ${terms}`.slice(start, end)).toBe(shown);
  });

  it("is found beside an option's id and its description's own words", () => {
    expect(find("It has been decided: hold.", RATE)).toMatchObject([{ severity: "high" }]);
  });

  it.each([
    ["This question was resolved YES.", "high"],
    ["Resolved to no by the admins.", "high"],
  ])("is found for yes and no only where the text says so: %s", (terms, severity) => {
    expect(find(terms, {})).toMatchObject([{ severity }]);
  });

  it("is found, with less weight, beside the names in a yes/no question", () => {
    const parts = { instructions: "Will Rafael Nadal win another Grand Slam?", criteria: { yes: null, no: null } };
    expect(find("Nadal won the Grand Slam in Paris.", parts)).toMatchObject([{ severity: "low" }]);
    expect(find("Federer won in Basel.", parts)).toEqual([]);
  });

  it.each([
    "If Ada Moss won, taxes would rise.",
    "Ada Moss has not won anything yet.",
    "Could it be that Bo Lind won?",
    "Polls say Ada Moss beat expectations.",
    "Ada Moss won in 2022.",
    "Nobody won. Ada Moss went home.",
    "The race is resolved by the commission.",
    "The Tigers won the cup.",
    "No winner has been named.",
  ])("is not found in possibilities, denials, earlier years and other matters: %s", (terms) => {
    expect(find(terms)).toEqual([]);
  });

  it("is silent for what the task itself says", () => {
    const resolution = "Bo Lind won the primary and stands for the Greens.";
    expect(find(resolution, { ...RACE, resolution })).toEqual([]);
  });

  it("does not take an option that catches the rest for a name", () => {
    expect(find("The other team won.")).toEqual([]);
  });
});
