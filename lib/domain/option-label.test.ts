import fc from "fast-check";
import { expect, it } from "vitest";
import { fullOptionLabels, nameOption, optionLabels } from "./option-label.ts";

const LONG = "The policy rate is lowered by 0.50 percentage points or more at the meeting.";

it("calls all options of a question by their descriptions where those are short", () => {
  const criteria = { cut: "The rate is lowered.", hold: "It stays.", other: null };
  expect(optionLabels(criteria)).toEqual({ cut: "The rate is lowered.", hold: "It stays.", other: "other" });
});

it("calls all of them by their ids where one description is long, if the ids say something", () => {
  expect(optionLabels({ cut: LONG, hold: "It stays." })).toEqual({ cut: "cut", hold: "hold" });
  expect(optionLabels({ a: LONG, b: "It stays.", c: "  " })).toEqual({
    a: `${LONG.slice(0, 63)}…`,
    b: "It stays.",
    c: "c",
  });
});

it("puts the ids in front where two would be called the same", () => {
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

it.each([optionLabels, fullOptionLabels])("calls no two options the same: %o", (labelsOf) => {
  const check = fc.property(criteria, (options) => {
    const labels = Object.values(labelsOf(options));
    expect(labels).toHaveLength(Object.keys(options).length);
    expect(new Set(labels).size).toBe(labels.length);
  });
  fc.assert(check, { numRuns: 2_000 });
});

it("takes no property of every object for a label", () => {
  expect(nameOption("constructor", {})).toBe("constructor");
  expect(nameOption("constructor", { constructor: "A builder." })).toBe("A builder.");
});
