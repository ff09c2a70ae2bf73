import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { type PredictionResponse, responseSchema } from "#lib/contract/response.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import type { Database } from "#server/db/open.ts";
import type { Answered } from "./read-answered.ts";
import { readInputs, readTasks } from "./read-content.ts";

export type ForecastDetail = ReturnType<typeof composeDetail>;

/** Returns an object with the fields of a schema in order. Spread first, it undoes the sorting by canonical JSON. */
const orderOf = ({ shape }: { readonly shape: object }) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
const RESULT_ORDER = orderOf(responseSchema.shape.result);
const TIMING_ORDER = orderOf(responseSchema.shape.timing);

interface Recorded {
  readonly seq: number;
  readonly hash: Buffer;
  readonly event: Answered;
}

/** Rebuilds forecasts from their events and the stored content, with the options in the caller's order. */
export async function composeDetails(
  database: Pick<Database, "orm">,
  forecasts: readonly Recorded[],
): Promise<ForecastDetail[]> {
  const events = forecasts.map(({ event }) => event);
  const [task, input] = await Promise.all([
    readTasks(
      database,
      events.map(({ task_id }) => task_id),
    ),
    readInputs(
      database,
      events.map(({ input_id }) => input_id),
    ),
  ]);
  return forecasts.map((one) => composeDetail(one, task(one.event.task_id), input(one.event.input_id)));
}

function composeDetail({ seq, hash, event }: Recorded, stored: Task, input: PredictionInput) {
  const { options } = event;
  const task = { ...stored, criteria: inOrder(stored.criteria, options) };
  const result = { ...RESULT_ORDER, ...event.result };
  const timing = { ...TIMING_ORDER, ...event.timing };
  const response: PredictionResponse = {
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
  };
  return {
    request: { model: event.release, task, input },
    /** The option ids in the caller's order. */
    options,
    response,
    trace: event.trace,
    askedBy: event.actor,
    taskId: event.task_id,
    /** The end of the model's training data; null if unknown. */
    trainingCutoff: event.training_cutoff ?? null,
    /** Tokens and cost of a language model; null if unknown. */
    usage: event.usage ?? null,
    /** The event's position in the hash chain. */
    event: { seq, hash: hash.toString("hex"), at: event.at },
  };
}
