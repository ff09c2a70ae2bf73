import { and, eq, notExists } from "drizzle-orm";
import { GROUPS } from "#lib/console/track-record.ts";
import { GatewayError } from "#server/errors.ts";
import type { Drizzle } from "#server/infra/db/open.ts";
import { forecastScores, scoredQuestions } from "#server/infra/db/outcome-schema.ts";
import { events } from "#server/infra/db/schema.ts";
import { refreshTotals } from "./refresh-totals.ts";
import { type Happened, type ScoredQuestion, scoreQuestion } from "./score-question.ts";

interface Confirmed extends Happened {
  /** Of the confirmed entry. */
  readonly id: string;
}

const ARCHIVED =
  "Forecasts of this question were archived, so they cannot be scored again. Its confirmed outcome stays as it is.";

/** More rows would have more parameters than a statement may. */
const ROWS = 500;

/**
 * Scores a question again by its confirmed outcome, in a transaction that holds the lock of outcomes. What was scored by
 * this outcome before the transaction began is not scored again.
 */
export async function refreshScores(transaction: Drizzle, outcome: Confirmed, earlier?: ScoredQuestion): Promise<void> {
  await refreshTotals(transaction, await writeScores(transaction, outcome, earlier));
}

/** The same without the totals of the question's random group, which is returned. */
export async function writeScores(transaction: Drizzle, outcome: Confirmed, earlier?: ScoredQuestion): Promise<number> {
  const { id: outcomeId, taskId, option, happenedAt } = outcome;
  if (await areArchived(transaction, taskId)) throw new GatewayError("CONFLICT", { message: ARCHIVED });
  const { scores, before, late } = await scoreQuestion(transaction, outcome, earlier);
  const question = { outcomeId, option, happenedAt, before, late, scored: scores.length };
  const isQuestion = eq(scoredQuestions.taskId, taskId);
  const [last] = await transaction.select().from(scoredQuestions).where(isQuestion);
  // Void questions have no scores to look for. Forecasts only become more, unless they were archived.
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

/** Whether a forecast that has a score is no longer in the log. Others may have been made since, so their number does not say. */
async function areArchived(transaction: Drizzle, taskId: string): Promise<boolean> {
  const event = transaction
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.requestId, forecastScores.requestId), eq(events.kind, "prediction.answered")));
  const gone = await transaction
    .select({ requestId: forecastScores.requestId })
    .from(forecastScores)
    .where(and(eq(forecastScores.taskId, taskId), notExists(event)))
    .limit(1);
  return gone.length > 0;
}
