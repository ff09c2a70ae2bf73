import { GatewayError } from "#server/errors.ts";
import type { Database } from "#server/infra/db/open.ts";
import { getForecast } from "#server/services/forecasts/get.ts";
import type { Answer } from "./attempt.ts";
import { errorBody } from "./error-body.ts";
import type { Outcome } from "./read-outcome.ts";

/** The answer that a request got, out of the audit log. */
export async function replay(database: Database, requestId: string, outcome: Outcome): Promise<Answer> {
  if (outcome.kind === "prediction.answered") {
    const { response, options } = await getForecast(database, requestId);
    return { ok: true, response, options, replayed: true };
  }
  const error = new GatewayError(outcome.code);
  return { ok: false, error, body: errorBody(error, requestId), replayed: true };
}
