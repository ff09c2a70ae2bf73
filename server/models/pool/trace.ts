import type { JsonObject } from "#lib/contract/json.ts";
import type { Answer } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { distributionOf, trustIn, weightsOf } from "./pool-series.ts";
import type { ParsedInput, Series } from "./reading.ts";

/**
 * Returns a function that writes the trace of an answer: how it was computed, for the audit log and the console. Weights
 * are shares in log space and sum to 1. `parameters` contains only the parameters that affected the answer; the model
 * version covers all parameters.
 */
export function createTracer(parameters: Parameters) {
  const select = createSelection(parameters);
  // The members are written in canonical order, so that canonical JSON needs no sorting.
  return ({ baseRate, crowd, used }: Answer, { series, ignored }: ParsedInput): JsonObject => ({
    base_rate: baseRate === undefined ? null : [...baseRate],
    forecasts:
      crowd === undefined
        ? null
        : { effective_sources: crowd.weight, exponent: crowd.exponent, sources: crowd.sources },
    ignored: ignored.map(({ observation }) => observation),
    method: "pool",
    parameters: select(baseRate !== undefined, crowd !== undefined, series.length > 0),
    series: series.map((one) => traceOfSeries(one, parameters)),
    used: used.map(({ observation, weight }) => ({ observation, weight })),
  });
}

/**
 * Returns a function that selects the parameters of the used kinds of observations, by the prefixes `counts_` and
 * `series_`. The floor is always included. Selections are cached.
 */
function createSelection(parameters: Parameters) {
  const entries = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const made = new Map<string, JsonObject>();
  return (counts: boolean, forecasts: boolean, series: boolean): JsonObject => {
    const key = `${counts} ${forecasts} ${series}`;
    let selected = made.get(key);
    if (selected === undefined) {
      selected = Object.fromEntries(
        entries.filter(([name]) => {
          if (name.startsWith("counts_")) return counts;
          if (name.startsWith("series_")) return series;
          return forecasts || name === "floor";
        }),
      );
      made.set(key, selected);
    }
    return selected;
  };
}

/** Models with less weight are omitted from the trace. */
const MIN_WEIGHT = 0.01;

/**
 * Returns the trace of one series, which `observation` identifies: the first one of the series. `centre` and `spread`
 * of a model are predictions for the deadline, on the scale `on`. `period` is that of its cycle in days.
 */
function traceOfSeries(series: Series, parameters: Parameters): JsonObject {
  const weights = weightsOf(series.candidates, parameters);
  return {
    horizon_days: series.horizon,
    measurements: series.measurements,
    models: series.candidates
      .map(({ scale, model, period, centre, spread }, index) => ({
        on: scale,
        ...model,
        ...(period === undefined ? {} : { period }),
        centre,
        spread,
        weight: weights[index] ?? 0,
      }))
      .filter(({ weight }) => weight >= MIN_WEIGHT)
      .sort((a, b) => b.weight - a.weight),
    observation: Math.min(...series.shares.map(({ observation }) => observation)),
    probabilities: [...distributionOf(series, parameters)],
    trust: trustIn(series, parameters),
    unchanged: series.unchanged,
  };
}
