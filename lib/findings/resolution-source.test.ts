import { describe, expect, it } from "vitest";
import { detect } from "#test/findings-fixtures.ts";
import { findMissingSource } from "./resolution-source.ts";

describe("resolution criteria that name no source", () => {
  it.each([
    "Yes if he successfully defends his title. No if he does not.",
    "It counts when passengers ride.",
    "YES IF IT OPENS. NO IF NOT.",
    "Will he win a GS before 5 PM ET?",
    "It happens three times while in service.",
  ])("are found: %s", (resolution) => {
    expect(detect(findMissingSource, { resolution })).toMatchObject([
      { id: "resolution-names-no-source", path: "/task/resolution/criteria" },
    ]);
  });

  it.each([
    "See https://example.org/results.",
    "The table at results.example.org decides.",
    "According to the mayor.",
    "The official result.",
    "As published by the city.",
    "The first release of Eurostat counts.",
    "Decided by the Bank of Merova's note.",
    "The FIFA ranking on that day.",
    "Laut Stadtverwaltung.",
    "Harbour office weekly bulletin.",
    "The statistics agency decides.",
    "按照市政府的公告决定结果。",
  ])("are not found if a source is named or the text is mostly not in Latin letters: %s", (resolution) => {
    expect(detect(findMissingSource, { resolution })).toEqual([]);
  });
});
