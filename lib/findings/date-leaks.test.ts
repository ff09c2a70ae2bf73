import { describe, expect, it } from "vitest";
import { DATED_TEXTS } from "#test/dated-texts.ts";
import { detect, text } from "#test/findings-fixtures.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";

function severityOf(sentence: string) {
  return detect(findDatesAfterAsOf, { context: [text(sentence)] })[0]?.severity ?? "none";
}

describe.each(Object.entries(DATED_TEXTS))("in %s news", (_, { leaks, harmless }) => {
  const [ofLeaks, ofHarmless] = [leaks, harmless].map((texts) => Map.groupBy(texts, severityOf));
  const count = (texts: typeof ofLeaks, ...severities: readonly ReturnType<typeof severityOf>[]) =>
    severities.reduce((sum, severity) => sum + (texts?.get(severity)?.length ?? 0), 0);

  it("every report of a later event is found, and at least 9 of 10 are to be checked", () => {
    expect(ofLeaks?.get("none") ?? []).toEqual([]);
    expect(count(ofLeaks, "high", "medium") / leaks.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each([["high"], ["high", "medium"]] as const)("at least 4 of 5 findings are right: %s", (...severities) => {
    const right = count(ofLeaks, ...severities);
    expect(right / (right + count(ofHarmless, ...severities))).toBeGreaterThanOrEqual(0.8);
  });
});
