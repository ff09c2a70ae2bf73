import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { LOG_FLOOR, logScore } from "#lib/stats/scores.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ApprovedInput, Model, Step, Support } from "#server/models/model.ts";
import { type Answer, answer } from "./answer.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { distributionOf, trustIn, weightsOf } from "./pool-series.ts";
import { readObservations } from "./read-observations.ts";
import type { ParsedInput, Series } from "./reading.ts";
import { modelVersion } from "./version.ts";

const NEEDS =
  'This release needs a structured observation of kind "forecast" or "counts" that covers exactly the task\'s options, or ' +
  'at least five values of one series in "measurement" or "history" observations, and a "partition" of that series.';

interface Edges {
  readonly release: string;
  /** Returns monotonic milliseconds, such as `performance.now`. */
  readonly now: () => number;
  readonly parameters?: Parameters;
}

/**
 * Creates the embedded model, a statistical forecaster that runs in this process. Equal requests get bit-identical
 * answers.
 */
export function createPool({ release, now, parameters = PARAMETERS }: Edges) {
  const version = modelVersion(parameters);
  const traceOf = createTracer(parameters);
  return {
    release,
    supports: (task, input) => supports(read(task, input, parameters)),
    unusable: (task, input) => read(task, input, parameters).ignored.filter(({ type }) => type === "structured"),
    async forecast({ task, input }, signal) {
      signal.throwIfAborted();
      const start = now();
      const parsed = read(task, input, parameters);
      const found = answer(parsed, parameters);
      if (found === undefined)
        throw new GatewayError("TASK_NOT_SUPPORTED", { message: NEEDS, reason: "unusable_context" });
      return {
        modelVersion: version,
        probabilities: byOption(parsed.options, found.distribution),
        timing: {
          model_queue_ms: 0,
          inference_ms: milliseconds(Math.max(0, now() - start)),
          load_ms: 0,
          cold_start: false,
        },
        trace: traceOf(found, parsed),
      };
    },
    influence: createInfluence(parameters),
    worth: ({ task, input }, outcome, step) => worthOf(task, input, outcome, parameters, step),
    readiness: () => Promise.resolve("ready" as const),
    status: () => ({ version }),
  } satisfies Model;
}

/**
 * Returns whether the release can use any observation. If not, the reason states the requirement and why the first
 * structured observation is unusable.
 */
function supports(parsed: ParsedInput): Support {
  const { forecasts, counts, series } = parsed;
  if (forecasts.length > 0 || counts.length > 0 || series.length > 0) return { ok: true };
  const first = parsed.ignored.find(({ type }) => type === "structured");
  if (first !== undefined)
    return { ok: false, reason: `${NEEDS} Observation ${first.observation + 1}: ${first.reason}` };
  const found = parsed.ignored.length > 0 ? "The context contains only text." : "The context is empty.";
  return { ok: false, reason: `${NEEDS} ${found}` };
}

/**
 * The property of an input that caches its parsed form. A WeakMap would retain the entry until a major garbage
 * collection.
 */
const READ = Symbol("read");

interface Kept {
  readonly task: Task;
  readonly parameters: Parameters;
  readonly parsed: ParsedInput;
}

/** Parses an input and caches the result on the input, which never changes after validation. */
function read(task: Task, input: PredictionInput & { readonly [READ]?: Kept }, parameters: Parameters): ParsedInput {
  const kept = input[READ];
  if (kept?.task === task && kept.parameters === parameters) return kept.parsed;
  const parsed = readObservations(task, input, parameters);
  // Not enumerable, so copies of the input do not include the cached result.
  Reflect.defineProperty(input, READ, { value: { task, parameters, parsed } satisfies Kept, configurable: true });
  return parsed;
}

/**
 * Returns the worth of each observation in nats: the log score of the answer without the observation minus that of the
 * answer with it. Above 0, the observation improved the forecast. Null if the other observations give no answer.
 * `outcome` is the option that happened.
 */
async function worthOf(
  task: Task,
  input: PredictionInput,
  outcome: string,
  parameters: Parameters,
  step: Step,
): Promise<readonly (number | null)[]> {
  const options = canonicalOptions(task);
  const lossOf = (distribution: readonly number[]) => logScore(byOption(options, distribution), outcome, LOG_FLOOR);
  const { whole, withoutEach } = leaveOneOut(task, input, parameters, step);
  const worths: (number | null)[] = [];
  for await (const without of withoutEach) {
    worths.push(whole === undefined || without === undefined ? null : lossOf(without) - lossOf(whole));
  }
  return worths;
}

/**
 * Returns the influence of each observation: the total variation distance, 0..1, between the answers with and without
 * the observation; null if the other observations give no answer. If all observations together give no answer, every
 * value is 0 or null.
 */
async function influenceOf(
  task: Task,
  input: PredictionInput,
  parameters: Parameters,
  step: Step,
): Promise<readonly (number | null)[]> {
  const { whole, withoutEach } = leaveOneOut(task, input, parameters, step);
  const sizes: (number | null)[] = [];
  for await (const without of withoutEach) {
    const differences = without?.map((one, option) => Math.abs(one - (whole?.[option] ?? one)));
    sizes.push(differences === undefined ? null : differences.reduce((sum, one) => sum + one, 0) / 2);
  }
  return sizes;
}

type Influence = Awaited<ReturnType<typeof influenceOf>>;

/** Each has a few hundred numbers. */
const MAX_CACHED = 500;

/** Returns a function that computes the influence of an input, or returns it from its cache. */
function createInfluence(parameters: Parameters) {
  const cached = new Map<string, Influence>();
  return async ({ task, input, taskId, inputId }: ApprovedInput, step: Step): Promise<Influence> => {
    const key = `${taskId} ${inputId}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const found = await influenceOf(task, input, parameters, step);
    const [oldest = ""] = cached.keys();
    if (cached.size >= MAX_CACHED) cached.delete(oldest);
    cached.set(key, found);
    return found;
  };
}

/**
 * Returns a function that writes the trace of an answer: how it was computed, for the audit log and the console. Weights
 * are shares in log space and sum to 1. `parameters` contains only the parameters that affected the answer; the model
 * version covers all parameters.
 */
function createTracer(parameters: Parameters) {
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
