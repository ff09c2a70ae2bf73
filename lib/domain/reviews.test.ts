import { expect, test } from "vitest";
import { CHECKS, checklistOf, type EnteredDecision, missingFrom, strictest, toggleCheck } from "./reviews.ts";

const NOTHING: EnteredDecision = { binding: undefined, quality: undefined, checklist: checklistOf(false), note: "" };
const tickAll = (from: EnteredDecision) => CHECKS.reduce((entered, { name }) => toggleCheck(entered, name), from);

test("who ticks the whole checklist approves both", () => {
  const ticked = tickAll(NOTHING);
  expect(ticked).toMatchObject({ binding: "approve", quality: "approve" });
  expect(missingFrom(ticked)).toBeUndefined();
});

test("who ticks the items of one verdict approves that one", () => {
  const ticked = toggleCheck(toggleCheck(NOTHING, "exclusive"), "decidable");
  expect(ticked).toMatchObject({ binding: "approve", quality: undefined });
});

test("a verdict that was chosen stays, and an item ticked twice is not ticked", () => {
  expect(tickAll({ ...NOTHING, quality: "reject" })).toMatchObject({ binding: "approve", quality: "reject" });
  expect(toggleCheck(toggleCheck(NOTHING, "cutoff"), "cutoff")).toEqual(NOTHING);
});

test("verdicts come to the strictest of them", () => {
  expect(strictest(["approve", "approve"])).toBe("approve");
  expect(strictest(["changes", "approve"])).toBe("changes");
  expect(strictest(["changes", "reject"])).toBe("reject");
});
