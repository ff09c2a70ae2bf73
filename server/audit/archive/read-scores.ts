import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SCORED } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { candidateScores, forecastScores, outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { events, inputs, tasks } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";

const PAGE = 250;

export type ScoredKind = (typeof SCORED)[number];

/** The fields that scores of forecasts and of the candidate's answers share. */
export type Score = Omit<typeof candidateScores.$inferSelect, "predictionId"> & {
  /** Null for forecasts. */
  readonly predictionId: string | null;
  /** Null for the candidate's answers. */
  readonly callerId: string | null;
};

export interface Scored {
  readonly score: Score;
  /** The forecast's event; null if it was archived. */
  readonly forecast: { readonly seq: number; readonly body: Buffer } | null;
  readonly outcome: typeof outcomes.$inferSelect | null;
  /** The option ids of the task in canonical order. */
  readonly options: readonly string[] | null;
  readonly resolvesAt: Date | null;
  /** The information cutoff. */
  readonly asOf: string | null;
  readonly question: typeof scoredQuestions.$inferSelect | null;
}

const TABLES = { "prediction.answered": forecastScores, "candidate.answered": candidateScores };

/**
 * Yields the scores of one kind that match a condition, by default all, ordered by request id. One statement reads a page, so that
 * outcomes and scores are consistent even if a correction is confirmed meanwhile. The lateral join makes PostgreSQL
 * look up each event by index instead of reading the whole log.
 */
export function readScores({ orm }: Pick<Database, "orm">, kind: ScoredKind, condition?: SQL): AsyncGenerator<Scored> {
  const table = TABLES[kind];
  const forecast = orm
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(and(eq(events.requestId, table.requestId), eq(events.kind, kind)))
    .limit(1)
    .as("forecast");
  const isConfirmed = and(eq(outcomes.taskId, table.taskId), eq(outcomes.status, "confirmed"));
  return readAll((last) =>
    orm
      .select({
        score: columnsOf(kind),
        forecast: { seq: forecast.seq, body: forecast.body },
        outcome: outcomes,
        options: tasks.options,
        resolvesAt: tasks.resolvesAt,
        asOf: inputs.asOf,
        question: scoredQuestions,
      })
      .from(table)
      .leftJoin(outcomes, isConfirmed)
      .leftJoin(scoredQuestions, eq(scoredQuestions.taskId, table.taskId))
      .leftJoin(tasks, eq(tasks.taskId, table.taskId))
      .leftJoin(inputs, eq(inputs.inputId, table.inputId))
      .leftJoinLateral(forecast, sql`true`)
      .where(
        and(
          condition,
          whenDefined(last, ({ score }) => gt(table.requestId, score.requestId)),
        ),
      )
      .orderBy(asc(table.requestId))
      .limit(PAGE),
  );
}

function columnsOf(kind: ScoredKind) {
  const table = TABLES[kind];
  return {
    requestId: table.requestId,
    predictionId: kind === "candidate.answered" ? candidateScores.predictionId : sql<null>`null`,
    callerId: kind === "candidate.answered" ? sql<null>`null` : forecastScores.callerId,
    taskId: table.taskId,
    inputId: table.inputId,
    generatedAt: table.generatedAt,
    happenedAt: table.happenedAt,
    countsFrom: table.countsFrom,
    retrospective: table.retrospective,
    version: table.version,
    probabilities: table.probabilities,
    happened: table.happened,
    option: table.option,
    choice: table.choice,
    brier: table.brier,
    log: table.log,
  };
}
