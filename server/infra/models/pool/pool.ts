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
  const readings = rememberRead((task, input) => readObservations(task, input, parameters));
  return {
    release,
    supports: (task, input) => supports(readings.look(task, input)),
    unusable: (task, input) => readings.take(task, input).ignored.filter(({ type }) => type === "structured"),
    async forecast({ task, input }, signal) {
      signal.throwIfAborted();
      const start = now();
      const parsed = readings.take(task, input);
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

/** Of more inputs than this, which were read and never forecast, the earliest are forgotten. */
const MOST_READ = 64;

/**
 * supports() and forecast() need the same parsed input moments apart, so it is kept from the one to the other. An input
 * never changes after validation. (In an array: a map that requests come and go in would keep them for long, see
 * lib/slots.ts.)
 */
function rememberRead(read: (task: Task, input: PredictionInput) => ParsedInput) {
  const known: { readonly task: Task; readonly input: PredictionInput; readonly parsed: ParsedInput }[] = [];
  const find = (task: Task, input: PredictionInput) =>
    known.findLastIndex((kept) => kept.input === input && kept.task === task);

  return {
    look(task: Task, input: PredictionInput): ParsedInput {
      const kept = known[find(task, input)];
      if (kept !== undefined) return kept.parsed;
      const parsed = read(task, input);
      known.push({ task, input, parsed });
      if (known.length > MOST_READ) known.shift();
      return parsed;
    },
    take(task: Task, input: PredictionInput): ParsedInput {
      const index = find(task, input);
      const [kept] = index === -1 ? [] : known.splice(index, 1);
      return kept?.parsed ?? read(task, input);
    },
  };
}
