import type { PredictionInput, Task } from "#lib/contract/request.ts";
import { type PredictionResponse, responseSchema } from "#lib/contract/response.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { optionsInOrder, resultOf } from "#server/audit/log/recorded-answer.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import type { Answered } from "./read-answered.ts";
import { readInputs, readTasks } from "./read-content.ts";

export type ForecastDetail = ReturnType<typeof composeDetail>;

/** Returns an object with the fields of a schema in order. Spread first, it undoes the sorting by canonical JSON. */
const orderOf = ({ shape }: { readonly shape: object }) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
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
  const [task, input, names] = await Promise.all([
    readTasks(
      database,
      events.map(({ task_id }) => task_id),
    ),
    readInputs(
      database,
      events.map(({ input_id }) => input_id),
    ),
    nameActors(
      database,
      events.map(({ actor }) => actor.id),
    ),
  ]);
  return forecasts.map((one) => {
    const { task_id, input_id, actor } = one.event;
    return composeDetail(one, { stored: task(task_id), input: input(input_id), name: names.get(actor.id) ?? actor.id });
  });
}

interface Content {
  readonly stored: Task;
  readonly input: PredictionInput;
  /** Name of the API key or member that asked. */
  readonly name: string;
}

function composeDetail({ seq, hash, event }: Recorded, { stored, input, name }: Content) {
  const options = optionsInOrder(event, stored);
  const task = { ...stored, criteria: inOrder(stored.criteria, options) };
  const result = resultOf(event, stored);
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
    askedBy: { ...event.actor, name },
    taskId: event.task_id,
    /** The end of the model's training data; null if unknown. */
    trainingCutoff: event.training_cutoff ?? null,
    /** Tokens and cost of a language model; null if unknown. */
    usage: event.usage ?? null,
    /** The event's position in the hash chain. */
    event: { seq, hash: hash.toString("hex"), at: event.at },
  };
}
