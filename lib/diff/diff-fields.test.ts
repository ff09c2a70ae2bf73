import { expect, test } from "vitest";
import { changeLabel } from "./change-label.ts";
import { changedMiddle } from "./changed-middle.ts";
import { diffFields } from "./diff-fields.ts";

const a = { type: "text", text: "A", observed_at: "2026-01-01T00:00:00Z" };
const b = { type: "text", text: "B", observed_at: "2026-01-02T00:00:00Z" };
const c = { type: "text", text: "C", observed_at: "2026-01-03T00:00:00Z" };

test("reports no change between equal values, whatever the order of their properties", () => {
  expect(diffFields({ x: 1, y: [a] }, { y: [a], x: 1 })).toEqual([]);
});

test("reports changed, added and removed fields with their paths", () => {
  expect(diffFields({ input: { x: 1, y: 2 } }, { input: { x: 3, z: 4 } })).toEqual([
    { kind: "changed", path: "input.x", before: 1, after: 3 },
    { kind: "removed", path: "input.y", before: 2 },
    { kind: "added", path: "input.z", after: 4 },
  ]);
});

test("reports an inserted first observation as one addition", () => {
  expect(diffFields([b, c], [a, b, c], "context")).toEqual([{ kind: "added", path: "context[0]", after: a }]);
});

test("matches a rewritten observation by its date", () => {
  expect(diffFields([a, b], [c, { ...a, text: "a new" }, b], "context")).toEqual([
    { kind: "changed", path: "context[1].text", before: "A", after: "a new" },
    { kind: "added", path: "context[0]", after: c },
  ]);
});

test("does not match unrelated observations", () => {
  const forecast = { type: "structured", data: { kind: "forecast", source: "M" }, observed_at: "2026-01-01T00:00:00Z" };
  const other = { ...forecast, data: { kind: "forecast", source: "N" } };
  for (const [before, after] of [
    [a, forecast],
    [forecast, other],
    [
      { ...a, text: "The minister resigned on Monday." },
      { ...a, text: "Rain is expected in the north." },
    ],
  ]) {
    const kinds = diffFields([before], [after], "context").map(({ kind }) => kind);
    expect(kinds).toEqual(["removed", "added"]);
  }
  expect(diffFields([forecast], [{ ...forecast, observed_at: "2026-01-02T00:00:00Z" }], "context")).toHaveLength(1);
});

test("converts the path of a change to a label that counts from 1", () => {
  expect(changeLabel("input.context[3].text")).toBe("Observation 4, text");
  expect(changeLabel("input.context[0].data.probabilities.yes")).toBe("Observation 1, probabilities, yes");
  expect(changeLabel("input.context")).toBe("Observations");
  expect(changeLabel("task.criteria.yes")).toBe("Option yes");
  expect(changeLabel("task.resolution.resolves_at")).toBe("Resolution date");
  expect(changeLabel("task.instructions")).toBe("Question");
});

test("matches the values of a history by their time, in both of its forms", () => {
  const regular = { kind: "history", series: "s", start: "2026-01-01T00:00:00Z", every: "P1D", values: [1, 2, 3] };
  const days = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"];
  const listed = { kind: "history", series: "s", values: days.map((day, index) => [day, index + 1]).toReversed() };
  expect(diffFields(regular, listed, "data")).toEqual([]);
  expect(diffFields(regular, { ...regular, values: [1, null, 4, 5] }, "data")).toEqual([
    { kind: "removed", path: `data.values.${days[1]}`, before: 2 },
    { kind: "changed", path: `data.values.${days[2]}`, before: 3, after: 4 },
    { kind: "added", path: "data.values.2026-01-04T00:00:00Z", after: 5 },
  ]);
  expect(changeLabel(`input.context[0].data.values.${days[1]}`)).toBe(`Observation 1, values, ${days[1]}`);
});

test("reports a change that affects only the order", () => {
  expect(diffFields([a, b], [b, a], "context")).toEqual([{ kind: "moved", path: "context" }]);
});

test("splits two texts into the common and the different parts", () => {
  expect(changedMiddle("on 3 May 😀", "on 12 May 😀")).toEqual({
    start: "on ",
    before: "3",
    after: "12",
    end: " May 😀",
  });
  expect(changedMiddle("same", "same")).toEqual({ start: "same", before: "", after: "", end: "" });
});
