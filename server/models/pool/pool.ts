import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { LOG_FLOOR, logScore } from "#lib/stats/scores.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Model, Step, Support } from "#server/models/model.ts";
import { answer } from "./answer.ts";
import { createInfluence } from "./influence.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";
import type { ParsedInput } from "./reading.ts";
import { createTracer } from "./trace.ts";
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
