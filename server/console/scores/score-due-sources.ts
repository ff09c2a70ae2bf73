import { and, eq, sql } from "drizzle-orm";
import type { ConsoleContext } from "#server/console/context.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeLock } from "#server/db/locks.ts";
import { scoredQuestions } from "#server/db/outcome-schema.ts";
import { readQuotes } from "#server/gateway/forecasts/read-quotes.ts";
import { refreshSources } from "./refresh-sources.ts";

const isDue = sql`${scoredQuestions.sourcesOutcomeId} is distinct from ${scoredQuestions.outcomeId}`;

/** Scores the quoted forecasts of questions whose outcome was confirmed by a release that did not score them. */
export async function scoreDueSources({ database }: Pick<ConsoleContext, "database">): Promise<void> {
  const due = await database.orm.select({ taskId: scoredQuestions.taskId }).from(scoredQuestions).where(isDue);
  for (const { taskId } of due) {
    const quotes = await readQuotes(database, taskId);
    await inTransaction(database, async (transaction) => {
      await takeLock(transaction, "outcomes");
      const isThis = and(eq(scoredQuestions.taskId, taskId), isDue);
      const [question] = await transaction.select().from(scoredQuestions).where(isThis);
      if (question === undefined) return;
      await refreshSources(transaction, question, quotes);
    });
  }
}
