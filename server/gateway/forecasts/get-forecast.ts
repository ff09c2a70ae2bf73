import { and, eq, inArray } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { composeDetails, type ForecastDetail } from "./compose-detail.ts";
import { readAnswered } from "./read-answered.ts";

/** Returns one recorded forecast. Throws NOT_FOUND if the request was not answered. */
export async function getForecast(database: Database, requestId: string): Promise<ForecastDetail> {
  const [forecast] = await getForecasts(database, [requestId]);
  if (forecast === undefined) throw new GatewayError("NOT_FOUND", { message: "No forecast has this request id." });
  return forecast;
}

/** Returns recorded forecasts in the order of the request ids. Ids without a forecast are omitted. */
export async function getForecasts(database: Database, requestIds: readonly string[]): Promise<ForecastDetail[]> {
  const rows = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(and(inArray(events.requestId, [...requestIds]), eq(events.kind, "prediction.answered")));
  const found = rows.map(({ body, ...row }) => ({ ...row, event: readAnswered(body) }));
  const forecasts = await composeDetails(database, found);
  return requestIds.flatMap(
    (requestId) => forecasts.find(({ response }) => response.request_id === requestId.toLowerCase()) ?? [],
  );
}
