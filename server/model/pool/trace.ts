import type { JsonObject } from "#lib/contract/json.ts";
import { byOption } from "#server/model/by-option.ts";
import type { Answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { distributionOf } from "./pool-series.ts";
import type { Reading, Series } from "./reading.ts";
import { walkOn } from "./walk.ts";

/**
 * How an answer came about, for the record and the console. `used` and `ignored` name observations by their place in
 * `input.context`; the weights are shares of the whole in log space and sum to 1.
 */
export function traceOf(answer: Answer, { options, series, ignored }: Reading, parameters: Parameters): JsonObject {
  const { baseRate, crowd } = answer;
  return {
    method: "pool",
    parameters: { ...parameters },
    used: answer.used.map(({ observation, weight }) => ({ observation, weight })),
    ignored: ignored.map(({ observation, reason }) => ({ observation, reason })),
    base_rate: baseRate === undefined ? null : byOption(options, baseRate),
    forecasts:
      crowd === undefined
        ? null
        : { sources: crowd.sources, effective_sources: crowd.weight, exponent: crowd.exponent },
    series: series.map((one) => traceOfSeries(one, options)),
  };
}

/** Centre and spread are those of the distribution at the deadline, on the scale that is named. */
function traceOfSeries(series: Series, options: readonly string[]): JsonObject {
  const { centre, scale, degrees } = walkOn(series.walk, series.horizon);
  return {
    name: series.name,
    readings: series.readings,
    on: series.scale,
    horizon_days: series.horizon,
    centre,
    spread: scale,
    degrees,
    skill: series.skill.skill,
    tests: series.skill.tests,
    lead_days: series.skill.lead,
    earned: series.earned,
    probabilities: byOption(options, distributionOf(series)),
  };
}
