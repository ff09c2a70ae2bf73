import type { Database } from "#server/db/open.ts";
import { composeDetails, type ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";
import { type ForecastFilter, readForecastPage } from "./read-forecast-page.ts";

const PAGE = 250;

/**
 * Yields all matching forecasts in pages, newest first, with one page in memory at a time. Omits forecasts that were
 * recorded after the first page was read.
 */
export async function* readAllForecasts(database: Database, filter: ForecastFilter): AsyncGenerator<ForecastDetail[]> {
  for (let after: number | undefined; ; ) {
    const { forecasts, next } = await readForecastPage(database, filter, { after, limit: PAGE });
    yield await composeDetails(database, forecasts);
    if (next === null) return;
    after = next;
  }
}
