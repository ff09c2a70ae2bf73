import { describe, expect, it } from "vitest";
import { OBSERVATION_KINDS } from "#lib/contract/observation-kinds.ts";
import { detect, forecast, structured, text } from "#test/findings-fixtures.ts";
import { findUnusableData } from "./unusable-data.ts";

describe("structured data that the release cannot use", () => {
  it.each([
    ["no kind", { source: "a" }, "/data", "medium"],
    ["an unknown kind", { kind: "forcast" }, "/data/kind", "medium"],
    ["a kind of Object.prototype", { kind: "constructor" }, "/data/kind", "medium"],
    ["a kind that is not a string", { kind: { a: 1 } }, "/data/kind", "medium"],
    [
      "a misspelt property",
      { kind: "forecast", source: "a", probabilities: { yes: 1, no: 0 }, wieght: 2 },
      "/data/wieght",
      "high",
    ],
    [
      "a sum that is not 1",
      { kind: "forecast", source: "a", probabilities: { yes: 1, no: 1 } },
      "/data/probabilities",
      "high",
    ],
    ["a missing option", { kind: "counts", reference_class: "a", counts: { yes: 1 } }, "/data/counts", "high"],
    [
      "an option of another task",
      { kind: "forecast", source: "a", probabilities: { yes: 0.5, No: 0.5 } },
      "/data/probabilities",
      "high",
    ],
    [
      "a partition of other options",
      { kind: "partition", series: "a", intervals: { low: { below: 1 }, high: { at_least: 1 } } },
      "/data/intervals",
      "high",
    ],
    [
      "a value of a history that is later than `observed_at`",
      { kind: "history", series: "a", start: "2026-06-09T12:00:00Z", every: "P1D", values: [1, 2, 3] },
      "/data/values/2",
      "high",
    ],
    [
      "a value of a history that is not a number",
      {
        kind: "history",
        series: "a",
        values: [
          ["2026-06-09T12:00:00Z", 1],
          ["2026-06-10T12:00:00Z", "2"],
        ],
      },
      "/data/values/1",
      "high",
    ],
  ])("is found: %s", (_, data, path, severity) => {
    const context = [text("First."), structured(data)];
    expect(detect(findUnusableData, { context })).toMatchObject([
      { id: "unusable-structured-data", path: `/input/context/1${path}`, severity },
    ]);
  });

  it("advises to multiply fractions that were entered as percentages", () => {
    const options = { a: 0.0044, b: 0.002, c: 0.0021, d: 0.0015 };
    const criteria = Object.fromEntries(Object.keys(options).map((id) => [id, null]));
    const [found, ...others] = detect(findUnusableData, { criteria, context: [forecast(options)] });
    expect(found?.message).toContain("Multiply them by 100 if fractions were entered as percentages.");
    expect(others).toEqual([]);
    const honest = forecast({ a: 0.0044, b: 0.002, c: 0.0021, d: 0.9915 });
    expect(detect(findUnusableData, { criteria, context: [honest] })).toEqual([]);
  });

  it("is not found in data of a published kind about the task's options", () => {
    const measurement = structured({ ...OBSERVATION_KINDS.measurement.example });
    expect(
      detect(findUnusableData, { context: [text("Text."), forecast({ no: 0.25, yes: 0.75 }), measurement] }),
    ).toEqual([]);
  });

  it("reports the release's own reasons for otherwise valid data, without duplicates", () => {
    const context = [text("Text."), forecast({ no: 0.25, yes: 0.75 }), structured({ kind: "x" })];
    const usable = () => [0, 1, 2, 9].map((observation) => ({ observation, reason: "This release does not use it." }));
    const findings = detect(findUnusableData, { context }, { usable });
    expect(findings.map(({ path }) => path).sort()).toEqual(["/input/context/1/data", "/input/context/2/data/kind"]);
    expect(findings.find(({ path }) => path.endsWith("1/data"))?.message).toContain("This release does not use it.");
  });
});
