import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { forecastScores, outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { events, inputs, tasks } from "#server/db/schema.ts";

const PAGE = 250;

export type Score = typeof forecastScores.$inferSelect;

export interface Scored {
  readonly score: Score;
  /** The forecast's event; null if it was archived. */
  readonly forecast: { readonly seq: number; readonly body: Buffer } | null;
  readonly outcome: typeof outcomes.$inferSelect | null;
  readonly resolvesAt: Date | null;
  /** The information cutoff. */
  readonly asOf: string | null;
  readonly question: typeof scoredQuestions.$inferSelect | null;
}

/**
 * Yields the scores that match a condition, by default all, ordered by request id. One statement reads a page, so that
 * outcomes and scores are consistent even if a correction is confirmed meanwhile. The lateral join makes PostgreSQL
 * look up each event by index instead of reading the whole log.
 */
export async function* readScores({ orm }: Pick<Database, "orm">, condition?: SQL): AsyncGenerator<Scored> {
  const forecast = orm
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(and(eq(events.requestId, forecastScores.requestId), eq(events.kind, "prediction.answered")))
    .limit(1)
    .as("forecast");
  const isConfirmed = and(eq(outcomes.taskId, forecastScores.taskId), eq(outcomes.status, "confirmed"));
  for (let last: string | undefined; ; ) {
    const page = await orm
      .select({
        score: forecastScores,
        forecast: { seq: forecast.seq, body: forecast.body },
        outcome: outcomes,
        resolvesAt: tasks.resolvesAt,
        asOf: inputs.asOf,
        question: scoredQuestions,
      })
      .from(forecastScores)
      .leftJoin(outcomes, isConfirmed)
      .leftJoin(scoredQuestions, eq(scoredQuestions.taskId, forecastScores.taskId))
      .leftJoin(tasks, eq(tasks.taskId, forecastScores.taskId))
      .leftJoin(inputs, eq(inputs.inputId, forecastScores.inputId))
      .leftJoinLateral(forecast, sql`true`)
      .where(and(condition, last === undefined ? undefined : gt(forecastScores.requestId, last)))
      .orderBy(asc(forecastScores.requestId))
      .limit(PAGE);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.score.requestId;
  }
}
