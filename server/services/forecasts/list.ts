import type { Database } from "#server/infra/db/open.ts";
import { optionsOf } from "./options-of.ts";
import { readTasks } from "./read-content.ts";
import { type ForecastFilter, type PageOf, readForecastPage } from "./read-page.ts";

export interface ListedForecast {
  readonly requestId: string;
  readonly seq: number;
  readonly taskId: string;
  readonly inputId: string;
  readonly instructions: string;
  readonly release: string;
  readonly modelVersion: string;
  /** In the caller's order. */
  readonly options: readonly string[];
  readonly choice: string;
  readonly probabilities: Readonly<Record<string, number>>;
  readonly generatedAt: string;
  readonly askedBy: string;
}

export interface ForecastPage {
  readonly forecasts: readonly ListedForecast[];
  readonly next: number | null;
}

/**
 * Recorded forecasts, the newest first. Where `next` is a number there may be more, even after a page that has fewer
 * than `limit`: a page searches only so much of the record.
 */
export async function listForecasts(database: Database, filter: ForecastFilter & PageOf): Promise<ForecastPage> {
  const { forecasts, next } = await readForecastPage(database, filter, filter);
  const task = await readTasks(
    database,
    forecasts.map(({ event }) => event.task_id),
  );
  const listed = forecasts.map(({ seq, event }) => ({
    requestId: event.request_id,
    seq,
    taskId: event.task_id,
    inputId: event.input_id,
    instructions: task(event.task_id).instructions,
    release: event.release,
    modelVersion: event.model_version,
    options: optionsOf(event),
    choice: event.result.choice,
    probabilities: event.result.probabilities,
    generatedAt: event.generated_at,
    askedBy: event.actor.name,
  }));
  return { forecasts: listed, next };
}
