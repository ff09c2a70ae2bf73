import { eq } from "drizzle-orm";
import { GROUPS } from "#lib/console/track-record.ts";
import { GatewayError } from "#server/errors.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/infra/db/outcome-schema.ts";
import { refreshTotals } from "./refresh-totals.ts";
import { type Happened, scoreQuestion } from "./score-question.ts";

interface Confirmed extends Happened {
  /** Of the confirmed entry. */
  readonly id: string;
}

const ARCHIVED =
  "Forecasts of this question were archived, so they cannot be scored again. Its confirmed outcome stays as it is.";

/** More rows would have more parameters than a statement may. */
const ROWS = 500;

/** Scores a question again by its confirmed outcome, in a transaction that holds the lock of outcomes. */
export async function refreshScores(transaction: Drizzle, outcome: Confirmed): Promise<void> {
  await refreshTotals(transaction, await writeScores(transaction, outcome));
}

/** The same without the totals of the question's random group, which is returned. */
export async function writeScores(transaction: Drizzle, outcome: Confirmed): Promise<number> {
  const { id: outcomeId, taskId, option, happenedAt } = outcome;
  const { scores, before, late } = await scoreQuestion(transaction, outcome);
  const question = { outcomeId, option, happenedAt, before, late, scored: scores.length };
  const isQuestion = eq(scoredQuestions.taskId, taskId);
  const [last] = await transaction.select().from(scoredQuestions).where(isQuestion);
  // A question's forecasts only become more, unless they were archived.
  if (last !== undefined && before + late < last.before + last.late)
    throw new GatewayError("CONFLICT", { message: ARCHIVED });
  const [known] = await transaction.update(scoredQuestions).set(question).where(isQuestion).returning();
  const [added] =
    known === undefined
      ? await transaction
          .insert(scoredQuestions)
          .values({ taskId, ...question })
          .returning()
      : [];
  const bucket = ((known ?? added)?.number ?? 0) % GROUPS;
  await transaction.delete(forecastScores).where(eq(forecastScores.taskId, taskId));
  for (let first = 0; first < scores.length; first += ROWS) {
    const rows = scores.slice(first, first + ROWS).map((score) => ({ ...score, bucket }));
    await transaction.insert(forecastScores).values(rows);
  }
  return bucket;
}
