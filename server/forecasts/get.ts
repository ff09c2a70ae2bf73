import { and, eq } from "drizzle-orm";
import type { Json } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { PredictionResponse } from "#lib/contract/response.ts";
import type { Database } from "#server/db/open.ts";
import { events, inputs, tasks } from "#server/db/schema.ts";
import { GatewayError } from "#server/error.ts";
import type { Actor } from "#server/events/event.ts";
import { readAnswered } from "./read-answered.ts";

export interface ForecastDetail {
  /** What was asked. */
  readonly request: PredictionRequest;
  /** What was answered, member by member. */
  readonly response: PredictionResponse;
  readonly trace: Json;
  readonly askedBy: Actor;
  readonly taskId: string;
  /** The event's place in the chain. */
  readonly event: { readonly seq: number; readonly hash: string; readonly at: string };
}

/** One recorded forecast, put together again from its event and the content that it names. */
export async function getForecast(database: Database, requestId: string): Promise<ForecastDetail> {
  const [row] = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body, task: tasks.canonical, input: inputs.canonical })
    .from(events)
    .innerJoin(tasks, eq(tasks.taskId, events.taskId))
    .innerJoin(inputs, eq(inputs.inputId, events.inputId))
    .where(and(eq(events.requestId, requestId), eq(events.kind, "prediction.answered")));
  if (row === undefined) throw new GatewayError("NOT_FOUND", { message: "No forecast has this request id." });
  const event = readAnswered(row.body);
  const task = JSON.parse(row.task.toString());
  const input = JSON.parse(row.input.toString());
  return {
    request: { model: event.release, task, input },
    response: {
      schema_version: "1.1",
      request_id: event.request_id,
      model: event.release,
      model_version: event.model_version,
      task,
      result: event.result,
      generated_at: event.generated_at,
      input_as_of: input.as_of,
      input_id: event.input_id,
      timing: event.timing,
      mode: "research",
    },
    trace: event.trace,
    askedBy: event.actor,
    taskId: event.task_id,
    event: { seq: row.seq, hash: row.hash.toString("hex"), at: event.at },
  };
}
