import fc from "fast-check";
import { expect, it } from "vitest";
import { type Criteria, fullOptionLabels, nameOption, optionLabels } from "./option-label.ts";

const LONG = "The policy rate is lowered by 0.50 percentage points or more at the meeting.";

it("labels each option by its own description, or by its id without one", () => {
  const criteria = { cut: LONG, hold: "It stays.", other: null, none: "  " };
  expect(optionLabels(criteria)).toEqual({
    cut: "The policy rate is lowered by 0.50…",
    hold: "It stays.",
    other: "other",
    none: "none",
  });
  expect(fullOptionLabels(criteria)).toEqual({ ...criteria, other: "other", none: "none" });
});

it("cuts descriptions that begin alike at the front", () => {
  const [raised, lowered] = [`${LONG} It is raised later.`, `${LONG} It is lowered later.`];
  expect(optionLabels({ a: raised, b: lowered, c: null })).toEqual({
    a: "…raised later.",
    b: "…lowered later.",
    c: "c",
  });
  expect(fullOptionLabels({ a: raised, b: lowered, c: null })).toEqual({ a: raised, b: lowered, c: "c" });
});

it("drops further words until short labels differ", () => {
  const criteria = {
    large: "The policy rate is lowered by 0.50 percentage points or more.",
    small: "The policy rate is lowered by less than 0.50 percentage points.",
    hold: "The policy rate is left where it is.",
    none: "No decision is published.",
  };
  expect(optionLabels(criteria, 18)).toEqual({
    large: "…lowered by 0.50…",
    small: "…lowered by less…",
    hold: "…left where it is.",
    none: "No decision is…",
  });
});

it("prefixes the ids if two descriptions are equal", () => {
  const labels = { a: "a: It stays.", b: "b: It stays.", c: "c" };
  for (const labelsOf of [(options: Criteria) => optionLabels(options), fullOptionLabels])
    expect(labelsOf({ a: "It  stays.", b: "It stays.\n", c: null })).toEqual(labels);
  expect(optionLabels({ a: LONG, b: LONG })).toEqual({
    a: "a: The policy rate is lowered by 0.50…",
    b: "b: The policy rate is lowered by 0.50…",
  });
});

const description = fc.oneof(
  fc.constantFrom(null, "", " ", "a", "b", "a: b", "b: b", "b:  b", "a\u0000", "a␀", LONG, `${LONG} a`, `${LONG} b`),
  fc.string({ maxLength: 80 }),
);
const criteria = fc.dictionary(fc.constantFrom("a", "b", "a:", "b:", "cut", "constructor", "toString"), description);

const shortLabels = (options: Criteria) => optionLabels(options, 18);

it.each([optionLabels, fullOptionLabels, shortLabels])("labels are unique: %o", (labelsOf) => {
  const check = fc.property(criteria, (options) => {
    const labels = Object.values(labelsOf(options));
    expect(labels).toHaveLength(Object.keys(options).length);
    expect(new Set(labels).size).toBe(labels.length);
  });
  fc.assert(check, { numRuns: 2_000 });
});

it("does not use inherited properties as labels", () => {
  expect(nameOption("constructor", {})).toBe("constructor");
  expect(nameOption("constructor", { constructor: "A builder." })).toBe("A builder.");
});
