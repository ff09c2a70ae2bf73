import { optionLabels } from "#lib/domain/option-label.ts";
import type { Database } from "#server/db/open.ts";
import { readCutoffs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type ForecastFilter, type PageOf, readForecastPage } from "./read-forecast-page.ts";

/**
 * Returns forecasts, newest first. If `next` is a number, there may be more forecasts, even if this page has fewer than
 * `limit`: each page searches only a limited window of the audit log.
 */
export async function listForecasts(database: Database, filter: ForecastFilter & PageOf) {
  const { forecasts, next } = await readForecastPage(database, filter, filter);
  const [task, asOf] = await Promise.all([
    readTasks(
      database,
      forecasts.map(({ event }) => event.task_id),
    ),
    readCutoffs(
      database,
      forecasts.map(({ event }) => event.input_id),
    ),
  ]);
  const listed = forecasts.map(({ seq, event }) => ({
    requestId: event.request_id,
    seq,
    taskId: event.task_id,
    inputId: event.input_id,
    instructions: task(event.task_id).instructions,
    labels: optionLabels(task(event.task_id).criteria),
    release: event.release,
    modelVersion: event.model_version,
    /** Option ids in the caller's order. */
    options: event.options,
    choice: event.result.choice,
    probabilities: event.result.probabilities,
    asOf: asOf(event.input_id),
    generatedAt: event.generated_at,
    askedBy: event.actor.name,
  }));
  return { forecasts: listed, next };
}
