import { describe, expect, it } from "vitest";
import { readRecalibration } from "./explain.ts";
import { readLanguageTrace } from "./read-language-trace.ts";

const language = {
  method: "verbalised",
  model: "a-model",
  samples: 5,
  orders: 2,
  rejected: [{ sample: 1, reason: "it refuses" }],
  normalised: [{ sample: 0, percent: 98 }],
  spread: 0.1,
  kept: 0.9,
  timing: "observed",
  cold_start: null,
};

describe("the trace of a language model", () => {
  it("is read with and without a recalibration", () => {
    const recalibration = { exponent: 1.2, floor: 0.0005, before: [0.25, 0.75] };
    expect(readRecalibration({ ...language, recalibration })).toEqual(recalibration);
    expect(readRecalibration({ recalibration: { fitted_on: "r13-c@a" } })).toEqual({ fitted_on: "r13-c@a" });
    expect(readRecalibration(language)).toBeUndefined();
    for (const trace of [language, { ...language, recalibration }])
      expect(readLanguageTrace(trace)).toMatchObject({ samples: 5 });
  });

  it.each([null, [], {}, { method: "pool" }, { ...language, kept: "all" }])("is not read from %j", (trace) => {
    expect(readLanguageTrace(trace)).toBeUndefined();
  });
});
