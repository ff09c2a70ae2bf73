import { optionLabels } from "#lib/domain/option-label.ts";
import { optionsInOrder, resultOf } from "#server/audit/log/recorded-answer.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { readCutoffs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type ForecastFilter, type PageOf, readForecastPage } from "./read-forecast-page.ts";

/**
 * Returns forecasts, newest first. If `next` is a number, there may be more forecasts, even if this page has fewer than
 * `limit`: each page searches only a limited window of the audit log.
 */
export async function listForecasts(database: Database, filter: ForecastFilter & PageOf) {
  const { forecasts, next } = await readForecastPage(database, filter, filter);
  const [task, asOf, names] = await Promise.all([
    readTasks(
      database,
      forecasts.map(({ event }) => event.task_id),
    ),
    readCutoffs(
      database,
      forecasts.map(({ event }) => event.input_id),
    ),
    nameActors(
      database,
      forecasts.map(({ event }) => event.actor.id),
    ),
  ]);
  const listed = forecasts.map(({ seq, event }) => {
    const asked = task(event.task_id);
    const { choice, probabilities } = resultOf(event, asked);
    return {
      requestId: event.request_id,
      seq,
      taskId: event.task_id,
      inputId: event.input_id,
      instructions: asked.instructions,
      labels: optionLabels(asked.criteria),
      release: event.release,
      modelVersion: event.model_version,
      /** Option ids in the caller's order. */
      options: optionsInOrder(event, asked),
      choice,
      probabilities,
      asOf: asOf(event.input_id),
      generatedAt: event.generated_at,
      askedBy: names.get(event.actor.id) ?? event.actor.id,
    };
  });
  return { forecasts: listed, next };
}
