import { and, eq } from "drizzle-orm";
import { BEFORE_FIRST_FORECAST } from "#lib/domain/outcomes.ts";
import { formatInstant } from "#lib/format.ts";
import { GatewayError } from "#server/base/errors.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Drizzle } from "#server/db/open.ts";
import { events, inputs } from "#server/db/schema.ts";

/**
 * Throws BAD_REQUEST if the outcome was decided before the earliest information cutoff of the question's forecasts. The
 * time is then probably a typo. If it is correct, the question is about the past and none of its forecasts is scored.
 */
export async function requireForecastBefore(orm: Drizzle, taskId: string, happenedAt: Date): Promise<void> {
  const cutoffs = await orm
    .selectDistinct({ asOf: inputs.asOf })
    .from(events)
    .innerJoin(inputs, eq(inputs.inputId, events.inputId))
    .where(and(eq(events.kind, "prediction.answered"), eq(events.taskId, taskId)));
  const instants = cutoffs.flatMap(({ asOf }) => storableInstant(asOf)?.getTime() ?? []);
  const first = Math.min(...instants);
  if (instants.length === 0 || happenedAt.getTime() >= first) return;
  const cutoff = formatInstant(new Date(first).toISOString());
  throw new GatewayError("BAD_REQUEST", {
    message: `${BEFORE_FIRST_FORECAST}, ${cutoff} UTC. Check the time. If the time is correct, confirm it (beforeFirstForecast).`,
  });
}
