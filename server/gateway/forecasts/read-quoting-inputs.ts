import { and, avg, eq } from "drizzle-orm";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { QuotingInput, ResolvedQuestion } from "#lib/scores/score-quotes.ts";
import { storableInstant } from "#server/db/columns.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores } from "#server/db/outcome-schema.ts";
import { readTasks } from "./read-content.ts";
import type { Quotes } from "./read-quotes.ts";

interface Confirmed {
  readonly taskId: string;
  /** Null for a void outcome. */
  readonly option: string | null;
  readonly happenedAt: Date;
}

export interface QuotingInputs {
  readonly question: ResolvedQuestion;
  /** Empty for a void outcome. */
  readonly inputs: readonly QuotingInput[];
}

/** Returns the data that the scores of a question's quotes are computed from. */
export async function readQuotingInputs(
  { orm }: Pick<Database, "orm">,
  { taskId, option, happenedAt }: Confirmed,
  quotes: Quotes,
): Promise<QuotingInputs> {
  const task = (await readTasks({ orm }, [taskId]))(taskId);
  const ownLogs = await readOwnLogs(orm, taskId);
  const question = {
    happened: option === null ? -1 : canonicalOptions(task).indexOf(option),
    happenedAt,
    // The contract requires a resolution date; without one, the scores would count at once.
    resolvesAt: storableInstant(task.resolution.resolves_at) ?? happenedAt,
  };
  if (option === null) return { question, inputs: [] };
  const inputs = [...quotes].map(([inputId, quoted]) => ({ inputId, quotes: quoted, ownLog: ownLogs.get(inputId) }));
  return { question, inputs };
}

/** Returns the mean log score of the question's forecasts by input id, without retrospective forecasts. */
async function readOwnLogs(orm: Database["orm"], taskId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await orm
    .select({ inputId: forecastScores.inputId, log: avg(forecastScores.log).mapWith(Number) })
    .from(forecastScores)
    .where(and(eq(forecastScores.taskId, taskId), eq(forecastScores.retrospective, false)))
    .groupBy(forecastScores.inputId);
  return new Map(rows.flatMap(({ inputId, log }) => (log === null ? [] : [[inputId, log] as const])));
}
