import { expect, it } from "vitest";
import { optionLabels } from "./option-label.ts";

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
