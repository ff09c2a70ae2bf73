import fc from "fast-check";
import { expect, it } from "vitest";
import { fullOptionLabels, nameOption, optionLabels } from "./option-label.ts";

const LONG = "The policy rate is lowered by 0.50 percentage points or more at the meeting.";

it("labels all options by their descriptions if those are short", () => {
  const criteria = { cut: "The rate is lowered.", hold: "It stays.", other: null };
  expect(optionLabels(criteria)).toEqual({ cut: "The rate is lowered.", hold: "It stays.", other: "other" });
});

it("labels all options by their ids if a description is long and the ids are descriptive", () => {
  expect(optionLabels({ cut: LONG, hold: "It stays." })).toEqual({ cut: "cut", hold: "hold" });
  expect(optionLabels({ a: LONG, b: "It stays.", c: "  " })).toEqual({
    a: `${LONG.slice(0, 63)}…`,
    b: "It stays.",
    c: "c",
  });
});

it("prefixes the ids if two labels would be equal", () => {
  const [raised, lowered] = [`${LONG} It is raised later.`, `${LONG} It is lowered later.`];
  expect(optionLabels({ a: raised, b: lowered, c: null })).toEqual({
    a: `a: ${LONG.slice(0, 63)}…`,
    b: `b: ${LONG.slice(0, 63)}…`,
    c: "c",
  });
  expect(fullOptionLabels({ a: raised, b: lowered, c: null })).toEqual({ a: raised, b: lowered, c: "c" });
  expect(fullOptionLabels({ a: "It  stays.", b: "It stays.\n" })).toEqual({ a: "a: It stays.", b: "b: It stays." });
});

const description = fc.oneof(
  fc.constantFrom(null, "", " ", "a", "b", "a: b", "b: b", "b:  b", "a\u0000", "a␀", LONG, `${LONG} a`, `${LONG} b`),
  fc.string({ maxLength: 80 }),
);
const criteria = fc.dictionary(fc.constantFrom("a", "b", "a:", "b:", "cut", "constructor", "toString"), description);

it.each([optionLabels, fullOptionLabels])("labels are unique: %o", (labelsOf) => {
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
