import type { Json } from "#lib/contract/json.ts";
import type { PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { type PredictionResponse, responseSchema } from "#lib/contract/response.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import type { Actor } from "#server/audit/log/event.ts";
import type { Answered } from "./read-answered.ts";

export interface ForecastDetail {
  readonly request: PredictionRequest;
  /** The option ids in the caller's order. */
  readonly options: readonly string[];
  readonly response: PredictionResponse;
  readonly trace: Json;
  readonly askedBy: Actor;
  readonly taskId: string;
  /** The end of the model's training data; null if unknown. */
  readonly trainingCutoff: string | null;
  /** Tokens and cost of a language model; null if unknown. */
  readonly usage: TokenUsage | null;
  /** The event's position in the hash chain. */
  readonly event: { readonly seq: number; readonly hash: string; readonly at: string };
}

/** Returns an object with the fields of a schema in order. Spread first, it undoes the sorting by canonical JSON. */
const orderOf = ({ shape }: { readonly shape: object }) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
const RESULT_ORDER = orderOf(responseSchema.shape.result);
const TIMING_ORDER = orderOf(responseSchema.shape.timing);

interface Parts {
  readonly seq: number;
  readonly hash: Buffer;
  readonly event: Answered;
  readonly task: Task;
  readonly input: PredictionInput;
}

/** Rebuilds a forecast from its event and the stored content, with the options in the caller's order. */
export function composeDetail({ seq, hash, event, task: stored, input }: Parts): ForecastDetail {
  const options = event.options;
  const task = { ...stored, criteria: inOrder(stored.criteria, options) };
  const result = { ...RESULT_ORDER, ...event.result };
  const timing = { ...TIMING_ORDER, ...event.timing };
  return {
    request: { model: event.release, task, input },
    options,
    response: {
      schema_version: "1.1",
      request_id: event.request_id,
      model: event.release,
      model_version: event.model_version,
      task,
      result: { ...result, probabilities: inOrder(result.probabilities, options) },
      generated_at: event.generated_at,
      input_as_of: input.as_of,
      input_id: event.input_id,
      timing,
      mode: "research",
    },
    trace: event.trace,
    askedBy: event.actor,
    taskId: event.task_id,
    trainingCutoff: event.training_cutoff ?? null,
    usage: event.usage ?? null,
    event: { seq, hash: hash.toString("hex"), at: event.at },
  };
}
