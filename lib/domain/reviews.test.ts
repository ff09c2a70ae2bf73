import { expect, test } from "vitest";
import { CHECKS, checklistOf, type EnteredDecision, missingFrom, strictest, toggleCheck } from "./reviews.ts";

const NOTHING: EnteredDecision = { binding: undefined, quality: undefined, checklist: checklistOf(false), note: "" };
const tickAll = (from: EnteredDecision) => CHECKS.reduce((entered, { name }) => toggleCheck(entered, name), from);

test("ticking the whole checklist approves both", () => {
  const ticked = tickAll(NOTHING);
  expect(ticked).toMatchObject({ binding: "approve", quality: "approve" });
  expect(missingFrom(ticked)).toBeUndefined();
});

test("ticking the items of one verdict approves that one", () => {
  const ticked = toggleCheck(toggleCheck(NOTHING, "exclusive"), "decidable");
  expect(ticked).toMatchObject({ binding: "approve", quality: undefined });
});

test("an explicit verdict stays, and a second tick unticks an item", () => {
  expect(tickAll({ ...NOTHING, quality: "reject" })).toMatchObject({ binding: "approve", quality: "reject" });
  expect(toggleCheck(toggleCheck(NOTHING, "cutoff"), "cutoff")).toEqual(NOTHING);
});

test("several verdicts result in the strictest", () => {
  expect(strictest(["approve", "approve"])).toBe("approve");
  expect(strictest(["changes", "approve"])).toBe("changes");
  expect(strictest(["changes", "reject"])).toBe("reject");
});
