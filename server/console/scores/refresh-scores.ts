import { eq } from "drizzle-orm";
import { GatewayError } from "#server/base/errors.ts";
import { forecastScores, scoredQuestions } from "#server/db/outcome-schema.ts";
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
  earlier?: ScoredQuestion,
): Promise<void> {
  const { id: outcomeId, taskId, option, happenedAt, through } = outcome;
  const isQuestion = eq(scoredQuestions.taskId, taskId);
  const [last] = await transaction
    .select({ archived: scoredQuestions.archived })
    .from(scoredQuestions)
    .where(isQuestion);
  if (last?.archived === true) throw new GatewayError("CONFLICT", { message: ARCHIVED });
  const question = await scoreQuestion({ orm: transaction, model }, outcome, earlier);
  const { countsFrom, happened, scores, before, late } = question;
  const scored = scores.filter(({ predictionId }) => predictionId === null).length;
  const quotes = question.quotes.filter((input) => input.quotes.length > 0);
  const counts = { scored, before, late, through };
  // Null: a background job measures the observations again.
  const row = { outcomeId, option, happened, happenedAt, countsFrom, ...counts, quotes, worths: null };
  await transaction
    .insert(scoredQuestions)
    .values({ taskId, ...row })
    .onConflictDoUpdate({ target: scoredQuestions.taskId, set: row });
  await transaction.delete(forecastScores).where(eq(forecastScores.taskId, taskId));
  for (let first = 0; first < scores.length; first += ROWS) {
    await transaction.insert(forecastScores).values(scores.slice(first, first + ROWS));
  }
}
