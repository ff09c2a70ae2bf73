import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type Pace, paced } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import type { Database } from "#server/db/open.ts";
import { forecastScores, outcomes, scoredQuestions } from "#server/db/outcome-schema.ts";
import { readAll } from "#server/db/read-pages.ts";
import { tasks } from "#server/db/schema.ts";
import { readQuotes } from "#server/gateway/forecasts/read-quotes.ts";

const PAGE = 100;

/**
 * Compares scored questions with their outcome and task, and their quotes with the approved inputs. Approvals have no
 * position in the audit log, so missing quotes are found only if their input has scored forecasts.
 */
export async function compareQuestions(database: Database, pace: Pace): Promise<ChainError[]> {
  const errors: ChainError[] = [];
  const questions = readAll<Question>((last) => readPage(database, last?.taskId ?? ""));
  for await (const question of paced(questions, pace)) {
    const message = await findError(database, question).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      return "the task or an approved input cannot be read";
    });
    if (message === undefined || (await hasChanged(database, question))) continue;
    errors.push({ seq: null, message: `scored_questions ${question.taskId}: ${message}` });
  }
  return errors;
}

type Question = Awaited<ReturnType<typeof readPage>>[number];

function readPage({ orm }: Database, after: string) {
  const { taskId, outcomeId, option, happened, happenedAt, countsFrom, quotes } = scoredQuestions;
  const index = sql`array_position(${tasks.options}, ${outcomes.option}) - 1`;
  const isSame = sql<boolean>`(${option}, ${happened}, ${happenedAt}, ${countsFrom}) is not distinct from
    (${outcomes.option}, ${index}, ${outcomes.happenedAt}, ${tasks.resolvesAt})`;
  return orm
    .select({ taskId, outcomeId, option, quotes, isSame })
    .from(scoredQuestions)
    .innerJoin(outcomes, eq(outcomes.id, outcomeId))
    .innerJoin(tasks, eq(tasks.taskId, taskId))
    .where(gt(taskId, after))
    .orderBy(asc(taskId))
    .limit(PAGE);
}

/** Whether the question was scored again after it was read: the parts may then belong to different outcomes. */
async function hasChanged({ orm }: Database, { taskId, outcomeId }: Question): Promise<boolean> {
  const isQuestion = and(eq(scoredQuestions.taskId, taskId), eq(scoredQuestions.outcomeId, outcomeId));
  return (await orm.select({ taskId: scoredQuestions.taskId }).from(scoredQuestions).where(isQuestion)).length === 0;
}

async function findError(database: Database, question: Question): Promise<string | undefined> {
  const { taskId, option, quotes: stored, isSame } = question;
  if (!isSame) return "the row does not match the confirmed outcome and the task";
  const scores = await database.orm
    .selectDistinct({ inputId: forecastScores.inputId })
    .from(forecastScores)
    .where(eq(forecastScores.taskId, taskId));
  const required = new Set([...stored, ...scores].map(({ inputId }) => inputId));
  const quoting = option === null ? [] : await readQuotes(database, taskId);
  const expected = quoting.filter(({ inputId, quotes }) => required.has(inputId) && quotes.length > 0);
  return isDeepStrictEqual(stored, expected) ? undefined : "the quotes do not follow from the approved inputs";
}
