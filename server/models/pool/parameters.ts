import { z } from "zod";
import fitted from "./parameters.json" with { type: "json" };

/**
 * All numeric parameters of the method. `npm run fit` sets those marked "Fitted" from resolved questions. The others
 * are judgements, each with its reason, because no available resolved question has several sources, counts, or a series
 * with another kind. All of them are part of `model_version`.
 */
export const parametersSchema = z.strictObject({
  half_life_share: z
    .number()
    .min(0)
    .describe(
      "Within a source, a reading that is older than another by this share of the time to the deadline counts half as " +
        "much. On the development questions anything up to 0.003 scores within 0.0001 of the best, and more does worse.",
    ),
  half_life_least_days: z
    .number()
    .positive()
    .describe(
      "The least that this half-life can be. Half a day scores 0.0004 better on the development questions, and worse on " +
        "the three sets of sports, where a reading is out of date with the next game.",
    ),
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
      "Across sources, one whose newest reading is this much older than another's counts half as much. Long compared with " +
        "the other half-life: a new reading replaces the same source's older one, but not another source's. On the " +
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
      "How much a reference class with very many cases counts compared with one source of forecasts. Small: a forecaster " +
        "has mostly seen the base rate already.",
    ),
  counts_half_cases: z
    .number()
    .positive()
    .describe("A reference class with this many cases counts half as much as one with very many."),
  series_least_measurements: z
    .int()
    .min(3)
    .describe("A series with fewer measurements, of different dates, is not used: it hardly shows how far it moves."),
  series_drift_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "Of series that do not return to a level, this share is taken to have a drift before their measurements are looked at.",
    ),
  series_reversion_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "This share of series is taken to return to a level before their measurements are looked at. Small: over few measurements " +
        "a walk often looks as if it did, and the farther the deadline, the more that costs. Many measurements that " +
        "always come back outweigh it. On the development questions no share is better than any other up to 0.02.",
    ),
  series_degrees: z
    .number()
    .gt(1)
    .describe(
      "Degrees of freedom of a series' Student t distribution one step ahead: the fewer, the oftener it leaps. Never " +
        "more than half its measurements. Fitted.",
    ),
  series_degrees_growth: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "They grow with this power of the number of steps ahead, since a sum of many steps is nearer to a normal " +
        "distribution. It would be 1 if the steps were independent; large ones come together.",
    ),
  series_spread: z
    .number()
    .positive()
    .describe(
      "The scale of that distribution, as a multiple of the one that the measurements show: tails that are heavier than " +
        "theirs ask for a narrower middle. Fitted.",
    ),
  series_unchanged_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "How much of the share of measurements that repeat an earlier one is given to the option of the last measurement. " +
        "Fitted.",
    ),
  series_recent_factor: z
    .number()
    .gt(0)
    .max(1)
    .describe(
      "How far a walk goes is read from its steps, each of which counts less than the next by this factor: series have quiet " +
        "times and wild ones.",
    ),
  series_recent_prior: z
    .number()
    .positive()
    .describe("The mean size of all steps counts as much as this many of the newest ones."),
  series_unknown_horizon: z
    .number()
    .positive()
    .describe(
      "What no model of a series knows of is spread evenly over the options. Its odds, for a deadline as far ahead as the " +
        "measurements reach back, are this over the root of their number, and grow in proportion to the horizon. Fitted.",
    ),
  series_unknown_measurements: z
    .number()
    .positive()
    .describe(
      "To these odds comes the square of this over the number of measurements, whatever the horizon: a handful shows little.",
    ),
  series_half_measurements: z
    .number()
    .positive()
    .describe(
      "A series of this many measurements counts half as much, compared with other series and other kinds, as one of very many.",
    ),
  series_weight: z
    .number()
    .min(0)
    .describe(
      "How much a long series with a near deadline counts compared with one source of forecasts. Less than one: a forecaster " +
        "has mostly seen the readings, and knows more.",
    ),
  floor: z
    .number()
    .positive()
    .max(0.01)
    .describe("No option gets less, and no source's zero is read as less: the log score stays finite."),
});

export type Parameters = z.infer<typeof parametersSchema>;

export const PARAMETERS: Parameters = parametersSchema.parse(fitted);
