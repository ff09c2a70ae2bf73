import { describe, expect, it } from "vitest";
import { AS_OF, detect } from "#test/findings-fixtures.ts";
import { findAsOfInFuture, findRetrospective } from "./find-findings.ts";

describe("an information cutoff in the future", () => {
  it("is found for any UTC offset of the date", () => {
    expect(detect(findAsOfInFuture, { asOf: "2026-08-01T01:00:00Z" })).toMatchObject([
      { id: "as-of-in-future", path: "/input/as_of", severity: "high" },
    ]);
    expect(detect(findAsOfInFuture, { asOf: "2026-08-01T00:30:00-01:00" })).toHaveLength(1);
  });

  it("is not found for the past, the present, or a small clock difference", () => {
    for (const asOf of [AS_OF, "2026-08-01T00:00:00Z", "2026-08-01T00:04:00Z", "2026-08-01T01:30:00+02:00"]) {
      expect(detect(findAsOfInFuture, { asOf })).toEqual([]);
    }
  });
});

describe("an information cutoff before the model's training cutoff", () => {
  it.each(["2026-07", "2026-06-15", "2026-06-15T09:00:00.001Z"])(
    "is found with a training cutoff of %s",
    (trainingCutoff) => {
      expect(detect(findRetrospective, {}, { trainingCutoff })).toMatchObject([
        { id: "as-of-before-training-cutoff", severity: "medium" },
      ]);
    },
  );

  it("is more severe if the resolution date is before the training cutoff too", () => {
    expect(detect(findRetrospective, {}, { trainingCutoff: "2026-12" })).toMatchObject([{ severity: "high" }]);
  });

  it.each([undefined, "2026-05", "2026-06-14", AS_OF, "unknown", "2026-13"])(
    "is not found with a cut-off of %s",
    (trainingCutoff) => {
      expect(detect(findRetrospective, {}, { trainingCutoff })).toEqual([]);
    },
  );
});
