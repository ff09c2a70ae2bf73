import type { JsonObject } from "#lib/contract/json.ts";
import { byOption } from "#server/infra/models/by-option.ts";
import type { Answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { distributionOf, trustIn, weightsOf } from "./pool-series.ts";
import type { ParsedInput, Series } from "./reading.ts";

/**
 * How an answer was computed, for the audit log and the console. `used` and `ignored` name observations by their index
 * in `input.context`; weights are shares in log space and sum to 1.
 */
export function traceOf(answer: Answer, { options, series, ignored }: ParsedInput, parameters: Parameters): JsonObject {
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
    series: series.map((one) => traceOfSeries(one, options, parameters)),
  };
}

const LEAST_WEIGHT = 0.01;

/** Only models with weight. Centre and spread are those at the deadline, on the named scale. */
function traceOfSeries(series: Series, options: readonly string[], parameters: Parameters): JsonObject {
  const weights = weightsOf(series.candidates, parameters);
  return {
    name: series.name,
    measurements: series.measurements,
    horizon_days: series.horizon,
    unchanged: series.unchanged,
    trust: trustIn(series, parameters),
    models: series.candidates
      .map(({ scale, model, centre, spread }, index) => ({
        on: scale,
        ...model,
        centre,
        spread,
        weight: weights[index] ?? 0,
      }))
      .filter(({ weight }) => weight >= LEAST_WEIGHT)
      .sort((a, b) => b.weight - a.weight),
    probabilities: byOption(options, distributionOf(series, parameters)),
  };
}
