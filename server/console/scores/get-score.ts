import { type AnyColumn, and, desc, eq, isNull, ne } from "drizzle-orm";
import type { NO_SCORE_REASONS } from "#lib/contract/look-ups.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { forecastScores, outcomes } from "#server/db/outcome-schema.ts";
import { events, tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { showScore } from "./scored-forecasts.ts";

export const NO_SCORE = {
  no_outcome: "No outcome has been recorded for this question.",
  unconfirmed: "The outcome of this question has not been confirmed.",
  void: "This question is void: it was resolved without an outcome.",
  late: "This forecast was made when the outcome was already decided.",
} as const satisfies Record<(typeof NO_SCORE_REASONS)[number], string>;

/**
 * Returns the score of a forecast, or the reason why it has none. Throws NOT_FOUND if the request was not answered,
 * belongs to another caller, or was archived without a score.
 */
export async function readScoreOf({ orm }: Database, requestId: string, callerId?: string) {
  const isBy = (column: AnyColumn) => whenDefined(callerId, (id) => eq(column, id));
  const isForecast = and(eq(events.requestId, requestId), eq(events.kind, "prediction.answered"));
  const [forecast] = await orm
    .select({ body: events.body })
    .from(events)
    .where(and(isForecast, isBy(events.actorId)));
  const answered = forecast === undefined ? undefined : readAnswered(forecast.body);
  const latest = answered === undefined ? undefined : await readLatestOutcome(orm, answered.task_id);
  // Read last, so that a score exists if the outcome read before it scored the forecast. It outlives an archived forecast.
  const isScore = and(eq(forecastScores.requestId, requestId), isNull(forecastScores.predictionId));
  const [found] = await orm
    .select({ score: forecastScores, order: tasks.optionOrder })
    .from(forecastScores)
    .innerJoin(tasks, eq(tasks.taskId, forecastScores.taskId))
    .where(and(isScore, isBy(forecastScores.callerId)));
  if (found !== undefined) return { ...showScore(found.score, found.order), scored: true as const };
  if (answered === undefined) throw new GatewayError("NOT_FOUND", { message: "No forecast has this request id." });
  const reason = reasonOf(latest, new Date(answered.generated_at));
  return { requestId, taskId: answered.task_id, scored: false as const, reason, message: NO_SCORE[reason] };
}

async function readLatestOutcome(orm: Drizzle, taskId: string) {
  const [latest] = await orm
    .select()
    .from(outcomes)
    .where(and(eq(outcomes.taskId, taskId), ne(outcomes.status, "replaced")))
    // Puts the confirmed outcome first: "confirmed" sorts before "recorded".
    .orderBy(outcomes.status, desc(outcomes.id))
    .limit(1);
  return latest;
}

function reasonOf(latest: typeof outcomes.$inferSelect | undefined, generatedAt: Date): keyof typeof NO_SCORE {
  if (latest === undefined) return "no_outcome";
  if (latest.status !== "confirmed") return "unconfirmed";
  return generatedAt >= latest.happenedAt ? "late" : "void";
}
