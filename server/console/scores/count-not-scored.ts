import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";

export interface NotScored {
  /** Forecasts made at or after the time when the outcome was decided. */
  readonly late: number;
  readonly voidQuestions: number;
  readonly voidForecasts: number;
  /** Questions with a recorded outcome, but without a confirmed one. */
  readonly unconfirmedQuestions: number;
}

/** Covers all questions. Forecasts made after the outcome was confirmed count as late. */
export async function countNotScored({ orm }: Database): Promise<NotScored> {
  const { taskId, through, before, late } = scoredQuestions;
  const since = orm
    .select({ count: count().as("count") })
    .from(events)
    .where(and(eq(events.kind, "prediction.answered"), eq(events.taskId, taskId), gt(events.seq, through)))
    .as("since");
  const [[done], [waiting]] = await Promise.all([
    orm
      .select({
        late: sql<number>`coalesce(sum(${late} + ${since.count}), 0)::int`,
        voidQuestions: sql<number>`(count(*) filter (where ${isNull(scoredQuestions.option)}))::int`,
        voidForecasts: sql<number>`coalesce(sum(${before}) filter (where ${isNull(scoredQuestions.option)}), 0)::int`,
      })
      .from(scoredQuestions)
      .leftJoinLateral(since, sql`true`),
    orm
      .select({ count: sql<number>`count(*)::int` })
      .from(outcomes)
      .leftJoin(scoredQuestions, eq(scoredQuestions.taskId, outcomes.taskId))
      .where(and(eq(outcomes.status, "recorded"), isNull(scoredQuestions.taskId))),
  ]);
  return {
    late: done?.late ?? 0,
    voidQuestions: done?.voidQuestions ?? 0,
    voidForecasts: done?.voidForecasts ?? 0,
    unconfirmedQuestions: waiting?.count ?? 0,
  };
}
