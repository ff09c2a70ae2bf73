import { expect, test } from "vitest";
import { changedMiddle } from "./changed-middle.ts";
import { diffFields } from "./diff-fields.ts";

const a = { type: "text", text: "A", observed_at: "2026-01-01T00:00:00Z" };
const b = { type: "text", text: "B", observed_at: "2026-01-02T00:00:00Z" };
const c = { type: "text", text: "C", observed_at: "2026-01-03T00:00:00Z" };

test("finds nothing between equal values, whatever the order of their properties", () => {
  expect(diffFields({ x: 1, y: [a] }, { y: [a], x: 1 })).toEqual([]);
});

test("names a changed, an added and a removed field by its path", () => {
  expect(diffFields({ input: { x: 1, y: 2 } }, { input: { x: 3, z: 4 } })).toEqual([
    { kind: "changed", path: "input.x", before: 1, after: 3 },
    { kind: "removed", path: "input.y", before: 2 },
    { kind: "added", path: "input.z", after: 4 },
  ]);
});

test("an observation put first is one addition, not a change of all that follow", () => {
  expect(diffFields([b, c], [a, b, c], "context")).toEqual([{ kind: "added", path: "context[0]", after: a }]);
});

test("finds a rewritten observation by its date", () => {
  expect(diffFields([a, b], [c, { ...a, text: "new" }, b], "context")).toEqual([
    { kind: "changed", path: "context[1].text", before: "A", after: "new" },
    { kind: "added", path: "context[0]", after: c },
  ]);
});

test("tells that only the order changed", () => {
  expect(diffFields([a, b], [b, a], "context")).toEqual([{ kind: "moved", path: "context" }]);
});

test("splits two texts where they differ", () => {
  expect(changedMiddle("on 3 May 😀", "on 12 May 😀")).toEqual({
    start: "on ",
    before: "3",
    after: "12",
    end: " May 😀",
  });
  expect(changedMiddle("same", "same")).toEqual({ start: "same", before: "", after: "", end: "" });
});
