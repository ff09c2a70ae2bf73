import { z } from "zod";
import fitted from "./parameters.json" with { type: "json" };

/**
 * Everything about the method that is a number. `npm run fit` sets those that say "Fitted" from resolved questions; the
 * others are judgements, each with its reason, because no resolved question at hand has several sources, counts or
 * series.
 * All of them are part of `model_version`.
 */
export const parametersSchema = z.strictObject({
  half_life_days: z
    .number()
    .positive()
    .describe("Within a source, a reading this much older than another counts half as much. Fitted."),
  binary_exponent: z
    .number()
    .min(0.5)
    .max(2)
    .describe(
      "With two options, how far a source's log-odds are moved away from the base rate. Markets and crowds lean to the " +
        "middle when the end is far (Page & Clemen 2013). With more options it is 1. Fitted, and held back toward 1.",
    ),
  source_half_life_days: z
    .number()
    .positive()
    .describe(
      "Across sources, one whose newest reading is this much older than another's counts half as much. Long beside " +
        "half_life_days: a new reading replaces the same source's older one, but not another source's. On the " +
        "development questions, forecasts three weeks old keep three quarters of their skill or more.",
    ),
  extremising_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "How much of the extremising factor d(n) is applied across n sources: 1 + share × (d(n) − 1). Full extremising " +
        "assumes that sources are independent; those that people quote side by side read the same news and each " +
        "other. Half is the middle between copies (0) and independence (1), and the log score punishes too much " +
        "harder than too little.",
    ),
  counts_weight: z
    .number()
    .min(0)
    .describe(
      "How much a reference class with very many cases counts beside one source of forecasts. Small: a forecaster " +
        "has mostly seen the base rate already.",
    ),
  counts_half_cases: z
    .number()
    .positive()
    .describe("A reference class with this many cases counts half as much as one with very many."),
  series_least_readings: z
    .int()
    .min(5)
    .describe(
      "A series with fewer readings, of different dates, is not used: from fewer, no test of the walk is left.",
    ),
  series_degrees: z
    .number()
    .gt(2)
    .describe(
      "Degrees of freedom of a walk's Student t distribution: the fewer, the oftener it leaps. Fitted, but on the " +
        "log-odds of dated forecasts, the only series of numbers in the resolved questions.",
    ),
  series_drift_share: z
    .number()
    .min(0)
    .lt(1)
    .describe(
      "How much of a series' mean change a day the walk carries on. Most of what looks like a drift is where the walk " +
        "happened to go: on the log-odds of dated forecasts, carrying on 0.7 of it did worse up to a week ahead.",
    ),
  series_half_tests: z
    .number()
    .positive()
    .describe(
      "A series whose walk was tried this often on its own past counts half as much as one tried very often. A handful " +
        "of tests says little.",
    ),
  series_reach: z
    .number()
    .positive()
    .describe(
      "A deadline farther from the last reading than this many times the time that the readings cover is out of reach: " +
        "a week of readings says nothing of next year.",
    ),
  series_weight: z
    .number()
    .min(0)
    .describe(
      "How much a series whose walk is borne out in full counts beside one source of forecasts. Less than one: a " +
        "forecaster has mostly seen the readings, and knows more.",
    ),
  floor: z
    .number()
    .positive()
    .max(0.01)
    .describe("No option gets less, and no source's zero is read as less: the log score stays finite."),
});

export type Parameters = z.infer<typeof parametersSchema>;

export const PARAMETERS: Parameters = parametersSchema.parse(fitted);
