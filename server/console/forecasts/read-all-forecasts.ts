import type { Database } from "#server/db/open.ts";
import { composeDetail, type ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { readInputs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type ForecastFilter, readForecastPage } from "./read-forecast-page.ts";

const PAGE = 250;

/**
 * Yields all matching forecasts in pages, newest first, with one page in memory at a time. Omits forecasts that were
 * recorded after the first page was read.
 */
export async function* readAllForecasts(database: Database, filter: ForecastFilter): AsyncGenerator<ForecastDetail[]> {
  for (let after: number | undefined; ; ) {
    const { forecasts, next } = await readForecastPage(database, filter, { after, limit: PAGE });
    const named = forecasts.map(({ event }) => event);
    const [task, input] = await Promise.all([
      readTasks(
        database,
        named.map(({ task_id }) => task_id),
      ),
      readInputs(
        database,
        named.map(({ input_id }) => input_id),
      ),
    ]);
    yield forecasts.map((forecast) =>
      composeDetail({ ...forecast, task: task(forecast.event.task_id), input: input(forecast.event.input_id) }),
    );
    if (next === null) return;
    after = next;
  }
}
