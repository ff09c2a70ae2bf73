import { describe, expect, it } from "vitest";
import { detect, forecast, structured, text } from "#test/findings-fixtures.ts";
import { findDuplicateData } from "./duplicate-observations.ts";
import { findDuplicateTexts } from "./duplicate-texts.ts";
import { findContextSize } from "./find-findings.ts";
import { findOlderObservations } from "./older-observation.ts";

const NEWS =
  "The council of Larkfield voted on Tuesday to open the harbour line in autumn, after months of delay over signals.";

describe("duplicate texts", () => {
  it("are found despite differences in case, punctuation and spacing, and refer to the first", () => {
    const context = [text(NEWS), text("Else."), text(`  ${NEWS.toUpperCase().replaceAll(",", " –")}`)];
    const findings = detect(findDuplicateTexts, { context });
    expect(findings).toMatchObject([
      { id: "duplicate-observation", path: "/input/context/2/text", severity: "medium" },
    ]);
    expect(findings[0]?.message).toContain("observation 1");
  });

  it("are found if a few words differ, or if one is an excerpt of the other", () => {
    const edited = NEWS.replace("Tuesday", "Monday");
    const extract = "The council of Larkfield voted on Tuesday to open the harbour line in autumn";
    expect(detect(findDuplicateTexts, { context: [text(NEWS), text(edited)] })).toMatchObject([
      { id: "near-duplicate-observation" },
    ]);
    expect(
      detect(findDuplicateTexts, {
        context: [text(`${NEWS} ${"More of it follows here. ".repeat(9)}`), text(extract)],
      }),
    ).toMatchObject([{ id: "near-duplicate-observation", path: "/input/context/1/text" }]);
  });

  it("are found in a language without spaces", () => {
    const sentence = "拉克菲尔德市议会星期二投票决定秋季开通港口线电车";
    expect(detect(findDuplicateTexts, { context: [text(sentence), text(sentence.replace("二", "三"))] })).toHaveLength(
      1,
    );
  });

  it("are not found among different texts, empty ones, and short ones that share a word", () => {
    const context = [
      text(NEWS),
      text("The signals were tested in June and passed."),
      text(""),
      text(""),
      text("Rain today."),
      text("Rain tomorrow."),
    ];
    expect(detect(findDuplicateTexts, { context })).toEqual([]);
  });
});

describe("duplicate data", () => {
  it("are found at the same instant, however the data and dates are written", () => {
    const context = [
      structured({ kind: "forecast", source: "a", probabilities: { yes: 1, no: 0 } }, "2026-06-10T12:00:00Z"),
      structured({ probabilities: { no: 0, yes: 1.0 }, kind: "forecast", source: "a" }, "2026-06-10T14:00:00+02:00"),
    ];
    expect(detect(findDuplicateData, { context })).toMatchObject([{ severity: "medium", path: "/input/context/1" }]);
  });

  it("at different dates are reported for counts, but not for forecasts and measurements", () => {
    const still = [
      forecast({ yes: 0.5, no: 0.5 }, "2026-06-01T00:00:00Z"),
      forecast({ yes: 0.5, no: 0.5 }, "2026-06-02T00:00:00Z"),
    ];
    expect(detect(findDuplicateData, { context: still })).toEqual([]);
    const counts = { kind: "counts", reference_class: "lines", counts: { yes: 3, no: 4 } };
    const twice = [structured(counts, "2026-06-01T00:00:00Z"), structured(counts, "2026-06-02T00:00:00Z")];
    expect(detect(findDuplicateData, { context: twice })).toMatchObject([{ severity: "low" }]);
  });

  it("are not found if any value differs", () => {
    expect(
      detect(findDuplicateData, { context: [forecast({ yes: 0.5, no: 0.5 }), forecast({ yes: 0.4, no: 0.6 })] }),
    ).toEqual([]);
  });
});

describe("an observation that is much older than the rest", () => {
  const recent = ["2026-06-01", "2026-06-05", "2026-06-10", "2026-06-12"].map((day) =>
    text(`Said on ${day}.`, `${day}T00:00:00Z`),
  );

  it("is reported at its `observed_at`", () => {
    const context = [...recent, text("Long ago.", "2024-01-01T00:00:00Z")];
    expect(detect(findOlderObservations, { context })).toMatchObject([
      { path: "/input/context/4/observed_at", severity: "low" },
    ]);
  });

  it("is a history whose latest value is old, and not one with a recent value", () => {
    const history = (...times: string[]) =>
      structured({ kind: "history", series: "s", values: times.map((time) => [`${time}T00:00:00Z`, 1]) });
    const outdated = [...recent, history("2024-01-01", "2023-01-01")];
    expect(detect(findOlderObservations, { context: outdated })).toMatchObject([
      { path: "/input/context/4/observed_at", message: expect.stringMatching(/^The latest value is 896 days older/) },
    ]);
    expect(detect(findOlderObservations, { context: [...recent, history("2026-06-09", "2020-01-01")] })).toEqual([]);
  });

  it.each([
    ["a steady series", ["2022", "2023", "2024", "2025", "2026"].map((year) => text(year, `${year}-01-01T00:00:00Z`))],
    ["a gap of weeks", [...recent, text("Spring.", "2026-04-10T00:00:00Z")]],
    ["counts, which do not become outdated", [...recent, structured({ kind: "counts" }, "2020-01-01T00:00:00Z")]],
    ["two observations", [text("a"), text("b", "2020-01-01T00:00:00Z")]],
    [
      "as many old ones as new ones",
      [
        ...recent.slice(0, 2),
        text("a", "2020-01-01T00:00:00Z"),
        text("b", "2020-01-02T00:00:00Z"),
        text("c", "2020-01-03T00:00:00Z"),
      ],
    ],
  ])("is not found in %s", (_, context) => {
    expect(detect(findOlderObservations, { context })).toEqual([]);
  });
});

describe("the size of the context", () => {
  it("is reported for an empty context, an empty text, or too much text", () => {
    expect(detect(findContextSize, { context: [] })).toMatchObject([{ id: "empty-context", path: "/input/context" }]);
    expect(detect(findContextSize, { context: [text("a"), text(" \n\u3000")] })).toMatchObject([
      { id: "empty-text", path: "/input/context/1/text" },
    ]);
    expect(detect(findContextSize, { context: [text("word ".repeat(5000))] })).toMatchObject([
      { id: "long-context", path: "/input/context" },
    ]);
    expect(detect(findContextSize, { context: Array.from({ length: 201 }, () => text("a")) })).toMatchObject([
      { path: "/input/context" },
    ]);
  });

  it("is not reported for a few observations", () => {
    expect(detect(findContextSize, { context: [text("One line."), forecast({ yes: 1, no: 0 })] })).toEqual([]);
  });
});
