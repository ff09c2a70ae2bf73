import { eq } from "drizzle-orm";
import { GROUPS } from "#lib/domain/track-record.ts";
import { GatewayError } from "#server/base/errors.ts";
import { candidateScores, forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
import { inputWorths, questionWorths } from "#server/db/worth-schema.ts";
import { refreshSources } from "./refresh-sources.ts";
import { refreshTotals } from "./refresh-totals.ts";
import { type Happened, type ScoredQuestion, type ScoringContext, scoreQuestion } from "./score-question.ts";

interface Confirmed extends Happened {
  readonly id: string;
  readonly through: number;
}

const ARCHIVED =
  "Forecasts of this question were archived, so they cannot be scored again. The confirmed outcome stays unchanged.";

/** Rows per INSERT statement: PostgreSQL limits the number of parameters. */
const ROWS = 500;

/**
 * Replaces the scores of a question after its outcome was confirmed. The transaction must hold the `outcomes` lock.
 * Reuses `earlier`, the scores already computed for the same outcome. Throws CONFLICT if forecasts of the question were
 * archived.
 */
export async function refreshScores(
  { orm: transaction, model }: ScoringContext,
  outcome: Confirmed,
  now: Date,
  earlier?: ScoredQuestion,
): Promise<void> {
  const { id: outcomeId, taskId, option, happenedAt, through } = outcome;
  const isQuestion = eq(scoredQuestions.taskId, taskId);
  const [last] = await transaction.select().from(scoredQuestions).where(isQuestion);
  if (last?.archived === true) throw new GatewayError("CONFLICT", { message: ARCHIVED });
  const { forecasts, candidates, quotes } = await scoreQuestion({ orm: transaction, model }, outcome, earlier);
  const { scores, before, late } = forecasts;
  const question = { outcomeId, option, happenedAt, before, late, through, scored: scores.length, measured: false };
  const [known] = await transaction.update(scoredQuestions).set(question).where(isQuestion).returning();
  const [added] =
    known === undefined
      ? await transaction
          .insert(scoredQuestions)
          .values({ taskId, ...question })
          .returning()
      : [];
  const number = (known ?? added)?.number ?? 0;
  const bucket = number % GROUPS;
  await transaction.delete(forecastScores).where(eq(forecastScores.taskId, taskId));
  // A background job measures the observations again.
  await transaction.delete(inputWorths).where(eq(inputWorths.taskId, taskId));
  await transaction.delete(questionWorths).where(eq(questionWorths.taskId, taskId));
  for (const rows of inPages(scores)) {
    await transaction.insert(forecastScores).values(rows.map((score) => ({ ...score, bucket })));
  }
  await transaction.delete(candidateScores).where(eq(candidateScores.taskId, taskId));
  for (const rows of inPages(candidates.scores)) {
    const accompanied = rows.flatMap(({ predictionId, callerId, ...score }) =>
      predictionId === null ? [] : [{ ...score, predictionId }],
    );
    await transaction.insert(candidateScores).values(accompanied);
  }
  await refreshSources(transaction, { taskId, option, happenedAt, number }, quotes);
  await refreshTotals(transaction, bucket, now);
}

function* inPages<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < list.length; first += ROWS) yield list.slice(first, first + ROWS);
}
