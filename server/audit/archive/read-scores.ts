import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { SCORED } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { events, inputs, tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";

const PAGE = 250;

export type Score = typeof forecastScores.$inferSelect;

export interface Scored {
  readonly score: Score;
  /** The event of the forecast or of the candidate's answer; null if it was archived. */
  readonly answer: { readonly seq: number; readonly body: Buffer } | null;
  readonly outcome: typeof outcomes.$inferSelect | null;
  /** The option ids of the task in canonical order. */
  readonly options: readonly string[] | null;
  readonly resolvesAt: Date | null;
  /** The information cutoff. */
  readonly asOf: string | null;
  /** Number of the last audit event before the confirmation of the outcome. */
  readonly through: number | null;
}

/**
 * Yields the scores that match a condition, by default all, ordered by request id. One statement reads a page, so that
 * outcomes and scores are consistent even if a correction is confirmed meanwhile. The lateral join makes PostgreSQL
 * look up each event by index instead of reading the whole log.
 */
export function readScores({ orm }: Pick<Database, "orm">, condition?: SQL): AsyncGenerator<Scored> {
  const { requestId, taskId, inputId } = forecastScores;
  const answer = orm
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(and(eq(events.requestId, requestId), inArray(events.kind, [...SCORED])))
    .limit(1)
    .as("answer");
  return readAll((last) =>
    orm
      .select({
        score: forecastScores,
        answer: { seq: answer.seq, body: answer.body },
        outcome: outcomes,
        options: tasks.options,
        resolvesAt: tasks.resolvesAt,
        asOf: inputs.asOf,
        through: scoredQuestions.through,
      })
      .from(forecastScores)
      .leftJoin(outcomes, and(eq(outcomes.taskId, taskId), eq(outcomes.status, "confirmed")))
      .leftJoin(scoredQuestions, eq(scoredQuestions.taskId, taskId))
      .leftJoin(tasks, eq(tasks.taskId, taskId))
      .leftJoin(inputs, eq(inputs.inputId, inputId))
      .leftJoinLateral(answer, sql`true`)
      .where(
        and(
          condition,
          whenDefined(last, ({ score }) => gt(requestId, score.requestId)),
        ),
      )
      .orderBy(asc(requestId))
      .limit(PAGE),
  );
}
