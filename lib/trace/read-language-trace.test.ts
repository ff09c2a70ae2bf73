import { describe, expect, it } from "vitest";
import { readBlend, readRecalibration } from "./read-answer-steps.ts";
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
  it("is read with and without a blend", () => {
    const blend = {
      weight: 0.25,
      floor: 0.0005,
      language: [0.5, 0.5],
      embedded: [0.5, 0.5],
      embedded_trace: { method: "pool" },
    };
    for (const trace of [language, { ...language, blend }])
      expect(readLanguageTrace(trace)).toMatchObject({ samples: 5 });
    expect(readBlend({ ...language, blend })).toEqual(blend);
    const alone = { weight: 0.25, embedded: null };
    expect(readBlend({ ...language, blend: alone })).toEqual(alone);
  });

  it("is read with and without a recalibration", () => {
    const recalibration = { exponent: 1.2, floor: 0.0005, before: [0.25, 0.75] };
    expect(readRecalibration({ ...language, recalibration })).toEqual(recalibration);
    expect(readRecalibration({ recalibration: { fitted_on: "r13-c@a" } })).toEqual({ fitted_on: "r13-c@a" });
    expect(readRecalibration(language)).toBeUndefined();
  });

  it.each([null, [], {}, { method: "pool" }, { ...language, kept: "all" }])("is not read from %j", (trace) => {
    expect(readLanguageTrace(trace)).toBeUndefined();
    expect(readBlend(trace)).toBeUndefined();
  });
});
