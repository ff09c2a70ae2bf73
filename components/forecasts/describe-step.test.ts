import { expect, it } from "vitest";
import type { Step } from "#lib/trace/step.ts";
import { describeStep, nameStep } from "./describe-step.ts";

const probabilities = { yes: 0.6, no: 0.4 };
const source = {
  step: "source",
  name: "Market",
  weight: 0.5,
  cycle: null,
  at: "2026-09-01T00:00:00Z",
  probabilities,
} as const;
const said = { ...source, kind: "forecast" } as const;
const adjusted = { step: "adjusted", probabilities } as const;
const ODDS = "were multiplied by the factor for two options, which was fitted on resolved questions.";
const POWER_MEAN = "Weighted power mean of the probabilities, with exponent 0.7.";

it.each<[state: string, step: Step, name: string, description: string]>([
  ["one forecast", { ...said, observations: 1, latestShare: 1 }, "Market", "Forecast"],
  [
    "several forecasts on one day",
    { ...said, observations: 3, latestShare: 1 },
    "Market",
    "Weighted mean of 3 forecasts in log space; weight of the latest: 100 %",
  ],
  [
    "a latest forecast that outweighs the others",
    { ...said, observations: 3, latestShare: 1 - 2e-6 },
    "Market",
    "Weighted mean of 3 forecasts in log space; weight of the latest: >99.9 %",
  ],
  [
    "an earlier forecast with more weight than the latest",
    { ...said, observations: 2, latestShare: 0.2 },
    "Market",
    "Weighted mean of 2 forecasts in log space; weight of the latest: 20.0 %",
  ],
  [
    "probabilities of the latest forecast, because the mean is unknown",
    { ...said, observations: 3, latestShare: null },
    "Market",
    "Latest of 3 forecasts",
  ],
  [
    "counts",
    { ...source, kind: "counts", observations: 1, latestShare: 1 },
    "Market",
    "Base rate: posterior mean of the counts",
  ],
  [
    "a series",
    { ...source, kind: "series", observations: 6, latestShare: null },
    "Market",
    "Projection to the resolution date from 6 values",
  ],
  [
    "a series with a daily cycle",
    { ...source, kind: "series", observations: 6, cycle: "day", latestShare: null },
    "Market",
    "Projection to the resolution date from 6 values, mainly by models with a daily cycle",
  ],
  [
    "a series with a weekly cycle",
    { ...source, kind: "series", observations: 6, cycle: "week", latestShare: null },
    "Market",
    "Projection to the resolution date from 6 values, mainly by models with a weekly cycle",
  ],
  [
    "a series with a yearly season",
    { ...source, kind: "series", observations: 6, cycle: "year", latestShare: null },
    "Market",
    "Projection to the resolution date from 6 values, mainly by models with a yearly season",
  ],
  [
    "sources without a step of their own",
    { step: "other sources", kind: "forecast", exponent: 0.7, sources: 3, weight: 0.1, probabilities },
    "3 more sources",
    POWER_MEAN,
  ],
  [
    "the mean of the sources",
    { step: "mean", kind: "forecast", exponent: 0.7, probabilities },
    "Mean of the sources",
    POWER_MEAN,
  ],
  [
    "the mean of reference classes",
    { step: "mean", kind: "counts", exponent: 0, probabilities },
    "Base rate",
    "Weighted mean in log space.",
  ],
  [
    "a factor above 1",
    { ...adjusted, exponent: 1.25, hasBaseRate: false },
    "Adjusted × 1.25",
    `The log odds relative to equal probabilities ${ODDS}`,
  ],
  [
    "a factor above 1 that moves the forecast towards one half, away from a higher base rate",
    { ...adjusted, exponent: 1.25, hasBaseRate: true },
    "Adjusted × 1.25",
    `The log odds relative to the base rate ${ODDS}`,
  ],
  [
    "a factor below 1",
    { ...adjusted, exponent: 0.9, hasBaseRate: false },
    "Adjusted × 0.90",
    `The log odds relative to equal probabilities ${ODDS}`,
  ],
  [
    "several kinds",
    {
      step: "combined",
      weights: [
        { kind: "counts", weight: 0.2 },
        { kind: "forecast", weight: 0.8 },
      ],
      probabilities,
    },
    "Combined",
    "Weighted mean in log space: base rate 20.0 %, forecasts 80.0 %.",
  ],
  [
    "a minimum",
    { step: "floor", floor: 0.0005, probabilities },
    "Raised to the minimum",
    "Each option has a probability of at least 0.05 %.",
  ],
  [
    "a recalibration",
    { step: "recalibrated", exponent: 1.1, floor: 0.0005, probabilities },
    "Recalibrated × 1.10",
    "The log odds were multiplied by the factor, which was fitted on resolved questions. Probabilities below 0.05 % were raised to it first.",
  ],
  [
    "a recalibration that changes nothing",
    { step: "recalibrated", exponent: 1, floor: 0.0005, probabilities },
    "Recalibrated × 1.00",
    "The log odds were multiplied by the factor, which was fitted on resolved questions.",
  ],
  ["the answer before recalibration", { step: "before recalibration", probabilities }, "Before recalibration", ""],
  ["the answer", { step: "answer", probabilities }, "Answer", ""],
])("describes the step of %s", (_, step, name, description) => {
  expect([nameStep(step), describeStep(step)]).toEqual([name, description]);
});
