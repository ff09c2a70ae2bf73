import { expect, test } from "vitest";
import { CHECKS, checklistOf, type EnteredDecision, missingFrom, strictest, toggleCheck } from "./reviews.ts";

const NOTHING: EnteredDecision = { binding: undefined, quality: undefined, checklist: checklistOf(false), note: "" };
const tickAll = (from: EnteredDecision) => CHECKS.reduce((entered, { name }) => toggleCheck(entered, name), from);

test("ticking the whole checklist approves the binding and the quality", () => {
  const ticked = tickAll(NOTHING);
  expect(ticked).toMatchObject({ binding: "approve", quality: "approve" });
  expect(missingFrom(ticked)).toBeUndefined();
});

test("ticking all items of one verdict approves only that verdict", () => {
  const ticked = toggleCheck(toggleCheck(NOTHING, "exclusive"), "decidable");
  expect(ticked).toMatchObject({ binding: "approve", quality: undefined });
});

test("a chosen verdict stays, and a second tick clears an item", () => {
  expect(tickAll({ ...NOTHING, quality: "reject" })).toMatchObject({ binding: "approve", quality: "reject" });
  expect(toggleCheck(toggleCheck(NOTHING, "cutoff"), "cutoff")).toEqual(NOTHING);
});

test("the strictest of several verdicts wins", () => {
  expect(strictest(["approve", "approve"])).toBe("approve");
  expect(strictest(["changes", "approve"])).toBe("changes");
  expect(strictest(["changes", "reject"])).toBe("reject");
});
