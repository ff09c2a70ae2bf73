import { z } from "zod";
import fitted from "./parameters.json" with { type: "json" };

/**
 * All numeric parameters of the embedded model. `npm run fit` sets those marked "Fitted" from resolved questions. The
 * others are set by hand, for the stated reason; no available resolved question has counts, or a series together with
 * another kind. All parameters are part of `model_version`.
 */
export const parametersSchema = z.strictObject({
  half_life_share: z
    .number()
    .min(0)
    .describe(
      "Half-life of forecasts within one source, as a share of the time from as_of to the deadline: a forecast that is " +
        "older by one half-life has half the weight. On the development questions, values up to 0.003 score within " +
        "0.0001 of the best value, and higher values score worse.",
    ),
  half_life_least_days: z
    .number()
    .positive()
    .describe(
      "Minimum of the half-life within one source, in days. Half a day scores 0.0004 better on the development " +
        "questions, but worse on the three sports sets, where a forecast is out of date after the next game.",
    ),
  binary_exponent: z
    .number()
    .min(0.5)
    .max(2)
    .describe(
      "Factor on the distance of the pooled log odds from the base rate if the task has two options; with more options " +
        "the factor is 1. Forecasts of markets and crowds are too close to one half if the deadline is far away (Page & " +
        "Clemen 2013). So are means of several people's forecasts. The factor does not depend on the number of sources, because " +
        "sources quoted together rely on the same news. Fitted, with a penalty for the distance from 1.",
    ),
  mean_exponent: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "Exponent of the power mean of the sources: 1 is the mean of probabilities, 0 the mean in log space. Between them, " +
        "one source that excludes an option does not decide, but lowers its probability more than in the mean of " +
        "probabilities. Fitted.",
    ),
  counts_weight: z
    .number()
    .min(0)
    .describe(
      "Weight of a reference class with very many cases, relative to one source of forecasts. Low, because forecasters " +
        "have usually considered the base rate already.",
    ),
  counts_half_cases: z
    .number()
    .positive()
    .describe("Number of cases at which a reference class has half the weight of a class with very many cases."),
  series_least_measurements: z
    .int()
    .min(3)
    .describe(
      "Minimum number of measurements, at different times, of a series. Fewer do not show how much the series moves.",
    ),
  series_most_measurements: z
    .int()
    .min(3)
    .describe(
      "Maximum number of measurements, the newest ones, that the models are fitted to. Limits the computing time; with " +
        "more values, forecasts of daily births scored worse.",
    ),
  series_drift_share: z
    .number()
    .min(0)
    .max(1)
    .describe("Prior probability that a series has a drift, given that it does not return to a level."),
  series_reversion_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "Prior probability that a series returns to a level. Low, because a short random walk often looks as if it " +
        "returned, and that error costs more the farther away the deadline is. Many measurements that always return " +
        "outweigh the prior. On the development questions, all values up to 0.02 score equally well.",
    ),
  series_degrees: z
    .number()
    .gt(1)
    .describe(
      "Degrees of freedom of the Student t distribution that predicts a series one step ahead; fewer degrees mean more " +
        "frequent jumps. Limited to half the number of measurements. Fitted.",
    ),
  series_degrees_growth: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "The degrees of freedom grow with this power of the number of steps to the deadline, because a sum of many steps " +
        "is closer to a normal distribution. The power would be 1 for independent steps, but large steps cluster.",
    ),
  series_spread: z
    .number()
    .positive()
    .describe(
      "Factor on the scale of the Student t distribution, relative to the scale estimated from the measurements: a " +
        "distribution with heavier tails needs a narrower middle. Fitted.",
    ),
  series_unchanged_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "Probability for the option of the last measurement, as a factor on the share of measurements that equal an " +
        "earlier one. Fitted.",
    ),
  series_recent_factor: z
    .number()
    .gt(0)
    .max(1)
    .describe(
      "Weight of each step in the recent volatility of a random walk, relative to the step after it. Below 1, because " +
        "series have quiet and volatile periods.",
    ),
  series_recent_prior: z
    .number()
    .positive()
    .describe("Weight of the overall mean of squared steps in the recent volatility; the newest step has weight 1."),
  series_noisy_share: z
    .number()
    .min(0)
    .max(1)
    .describe("Prior probability that a walk has strong measurement noise, for series with enough measurements."),
  series_noisy_measurements: z
    .int()
    .min(3)
    .describe("Number of measurements from which walks with strong noise are considered."),
  series_season_share: z
    .number()
    .min(0)
    .max(1)
    .describe("Prior probability that a series has a season of one year, for series that are long enough."),
  series_season_years: z
    .number()
    .min(1)
    .describe(
      "Time span of the measurements, in years, from which seasons are considered: shorter series do not repeat a year. " +
        "Slightly below two, because two years of weekly values span 728 days.",
    ),
  series_season_variance: z
    .number()
    .positive()
    .describe(
      "Prior variance of each coefficient of a season, relative to the variance that a walk gains between two " +
        "measurements.",
    ),
  series_cycle_share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "Prior probability that a series has a cycle of a day or a week, if its measurements are close enough to show one.",
    ),
  series_cycle_newest: z
    .number()
    .gt(0)
    .max(1)
    .describe(
      "Weight of the newest cycle in the effect of a cycle; older cycles lose weight by the same share with each cycle.",
    ),
  series_unknown_horizon: z
    .number()
    .positive()
    .describe(
      "Odds of an event that no series model covers, for which all options are equally likely: this value × (horizon / " +
        "time span of the measurements) / √(number of measurements). Fitted.",
    ),
  series_unknown_measurements: z
    .number()
    .positive()
    .describe(
      "Added to the odds of an uncovered event at any horizon: (this value / number of measurements)², because few " +
        "measurements show little.",
    ),
  series_half_measurements: z
    .number()
    .positive()
    .describe("Number of measurements at which a series has half the weight of a very long series."),
  series_weight: z
    .number()
    .min(0)
    .describe(
      "Weight of a long series with a near deadline, relative to one source of forecasts. Below 1, because forecasters " +
        "have usually seen the measurements and know more.",
    ),
  floor: z
    .number()
    .positive()
    .max(0.01)
    .describe(
      "Minimum probability of an option, in each source's forecast and in the answer. Keeps the log score finite.",
    ),
});

export type Parameters = z.infer<typeof parametersSchema>;

export const PARAMETERS: Parameters = parametersSchema.parse(fitted);
