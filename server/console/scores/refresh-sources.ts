import { eq } from "drizzle-orm";
import { scoreQuotes } from "#lib/scores/score-quotes.ts";
import type { Drizzle } from "#server/db/open.ts";
import { sourcePairs, sourceScores } from "#server/db/source-schema.ts";
import type { Quotes } from "#server/gateway/forecasts/read-quotes.ts";
import { readQuotingInputs } from "#server/gateway/forecasts/read-quoting-inputs.ts";

/** Rows per INSERT statement: PostgreSQL limits the number of parameters. */
const ROWS = 500;

interface Question {
  readonly taskId: string;
  /** Null for a void outcome. */
  readonly option: string | null;
  readonly happenedAt: Date;
  /** `scoredQuestions.number`. */
  readonly number: number;
}

/**
 * Replaces the scores of the forecasts that the question's inputs quote. The scores of the gateway's own forecasts must be
 * up to date, and the transaction must hold the `outcomes` lock.
 */
export async function refreshSources(transaction: Drizzle, outcome: Question, quotes: Quotes): Promise<void> {
  const { number } = outcome;
  const { inputs, question } = await readQuotingInputs({ orm: transaction }, outcome, quotes);
  const { scores, pairs } = scoreQuotes(inputs, question);
  await transaction.delete(sourceScores).where(eq(sourceScores.question, number));
  await transaction.delete(sourcePairs).where(eq(sourcePairs.question, number));
  const shared = { question: number, countsFrom: question.resolvesAt };
  for (let first = 0; first < scores.length; first += ROWS) {
    const rows = scores.slice(first, first + ROWS);
    await transaction
      .insert(sourceScores)
      .values(rows.map((row) => ({ ...row, ...shared, probabilities: [...row.probabilities] })));
  }
  for (let first = 0; first < pairs.length; first += ROWS) {
    await transaction
      .insert(sourcePairs)
      .values(pairs.slice(first, first + ROWS).map((row) => ({ ...row, ...shared })));
  }
}
