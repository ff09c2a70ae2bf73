import { z } from "zod";
import fitted from "./parameters.json" with { type: "json" };

/**
 * Everything about the method that is a number. `npm run fit` sets the first two from resolved questions; the others
 * are judgements, each with its reason, because no resolved question at hand has several sources or counts.
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
  floor: z
    .number()
    .positive()
    .max(0.01)
    .describe("No option gets less, and no source's zero is read as less: the log score stays finite."),
});

export type Parameters = z.infer<typeof parametersSchema>;

export const PARAMETERS: Parameters = parametersSchema.parse(fitted);
