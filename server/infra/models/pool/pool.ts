import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { GatewayError } from "#server/errors.ts";
import { byOption } from "#server/infra/models/by-option.ts";
import type { Model } from "#server/infra/models/model.ts";
import { answer } from "./answer.ts";
import { PARAMETERS, type Parameters } from "./parameters.ts";
import { readObservations } from "./read-observations.ts";
import type { ParsedInput } from "./reading.ts";
import { NEEDS, supports } from "./supports.ts";
import { traceOf } from "./trace.ts";
import { modelVersion } from "./version.ts";

interface Edges {
  readonly release: string;
  /** Monotonic milliseconds, such as `performance.now`. */
  readonly now: () => number;
  readonly parameters?: Parameters;
}

/**
 * The embedded release: a statistical forecaster in this process. The same request gives the same answer, bit for bit.
 */
export function createPool({ release, now, parameters = PARAMETERS }: Edges) {
  const version = modelVersion(parameters);
  const read = rememberLast((task, input) => readObservations(task, input, parameters));
  return {
    release,
    supports: (task, input) => supports(read(task, input)),
    unusable: (task, input) => read(task, input).ignored.filter(({ type }) => type === "structured"),
    async forecast({ task, input }, signal) {
      signal.throwIfAborted();
      const start = now();
      const parsed = read(task, input);
      const found = answer(parsed, parameters);
      if (found === undefined) throw new GatewayError("TASK_NOT_SUPPORTED", { message: NEEDS });
      return {
        modelVersion: version,
        probabilities: byOption(parsed.options, found.distribution),
        timing: {
          model_queue_ms: 0,
          inference_ms: milliseconds(Math.max(0, now() - start)),
          load_ms: 0,
          cold_start: false,
        },
        trace: traceOf(found, parsed, parameters),
      };
    },
    readiness: () => Promise.resolve("ready" as const),
    status: () => ({ version }),
  } satisfies Model;
}

/**
 * supports() and forecast() need the same parsed input moments apart, so it is cached for the lifetime of the input
 * object. An input never changes after validation; the cache entry is valid for one task only.
 */
function rememberLast(read: (task: Task, input: PredictionInput) => ParsedInput) {
  const cache = new WeakMap<PredictionInput, { readonly task: Task; readonly parsed: ParsedInput }>();
  return (task: Task, input: PredictionInput): ParsedInput => {
    const cached = cache.get(input);
    if (cached?.task === task) return cached.parsed;
    const parsed = read(task, input);
    cache.set(input, { task, parsed });
    return parsed;
  };
}
