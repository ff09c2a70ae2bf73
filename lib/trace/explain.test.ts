import { describe, expect, it } from "vitest";
import type { Observation } from "#lib/contract/request.ts";
import { explain } from "./explain.ts";

const said = (day: number, yes: number): Observation => ({
  type: "structured",
  data: { kind: "forecast", source: "Market", probabilities: { yes, no: 1 - yes } },
  observed_at: `2026-09-0${day}T00:00:00Z`,
});
const context = [said(1, 0.5), said(2, 0.8)];
const trace = {
  method: "pool",
  used: [
    { observation: 0, weight: 0.5 },
    { observation: 1, weight: 0.5 },
  ],
  ignored: [],
  forecasts: { exponent: 1, sources: 1 },
  parameters: { floor: 0.0005, mean_exponent: 0.7 },
  series: [],
};
const answer = { yes: 2 / 3, no: 1 / 3 };
const options = ["no", "yes"];

describe("the explanation of an answer of another version of the embedded model", () => {
  it("has all steps if they lead to the answer", () => {
    const { steps, isComplete } = explain({ trace, context, options, answer });
    expect(isComplete).toBe(true);
    expect(steps).toMatchObject([
      {
        step: "source",
        observations: 2,
        latestShare: 0.5,
        at: "2026-09-02T00:00:00Z",
        probabilities: { yes: expect.closeTo(2 / 3, 12) },
      },
      { step: "answer", probabilities: answer },
    ]);
  });

  it("has the latest forecasts and the answer if the steps lead elsewhere", () => {
    const elsewhere = { yes: 0.7, no: 0.3 };
    expect(explain({ trace, context, options, answer: elsewhere })).toMatchObject({
      isComplete: false,
      steps: [
        { step: "source", probabilities: { yes: 0.8 } },
        { step: "answer", probabilities: elsewhere },
      ],
    });
  });
});

describe("the explanation of an answer of an earlier version, whose trace has no exponent of the mean of the sources", () => {
  const old = { ...trace, parameters: { floor: 0.0005 } };

  it("has only the latest forecasts and the answer", () => {
    expect(explain({ trace: old, context, options, answer })).toMatchObject({
      isComplete: false,
      steps: [
        { step: "source", latestShare: null, probabilities: { yes: 0.8 } },
        { step: "answer", probabilities: answer },
      ],
    });
  });

  it("has all steps if no forecast was used", () => {
    const counted: Observation = {
      type: "structured",
      data: { kind: "counts", reference_class: "Cases", counts: { yes: 1, no: 2 } },
      observed_at: "2026-09-01T00:00:00Z",
    };
    const used = [{ observation: 0, weight: 1 }];
    const answer = { yes: 1.5 / 4, no: 2.5 / 4 };
    const found = explain({ trace: { ...old, forecasts: null, used }, context: [counted], options, answer });
    expect(found).toMatchObject({ isComplete: true, steps: [{ step: "source" }, { step: "answer" }] });
  });
});

it.each([
  null,
  "a text",
  { method: "trees", used: 3 },
  { method: "pool" },
  { ...trace, series: [{ observation: 0, measurements: 5, probabilities: [0, 5] }] },
  { recalibration: { exponent: 1, floor: 0, before: [2, -1] } },
])("a trace of a model server in another format, %j, has no steps", (trace) => {
  expect(explain({ trace, context, options, answer })).toMatchObject({ steps: [], isComplete: true });
});
