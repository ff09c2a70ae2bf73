import type { Database } from "#server/db/open.ts";
import { composeDetail, type ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { readInputs, readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type ForecastFilter, readForecastPage } from "./read-forecast-page.ts";

const PAGE = 250;

/**
 * All forecasts that fit, the newest first, a page at a time: so many are in memory and no more. A page is read when it
 * is asked for; what is recorded meanwhile is not among them.
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
