import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { OPENINGS } from "#lib/domain/audit-events.ts";
import { clip } from "#lib/domain/submissions.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { scoreBody } from "#server/console/scores/answer-score.ts";
import { readScoreOf } from "#server/console/scores/get-score.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { getForecasts } from "#server/gateway/forecasts/get-forecast.ts";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";
import { composeAnswer } from "./predict.ts";

const PAGE = 10;
const MAX_QUESTION = 500;
/** Questions without a submission of the caller are found by this many of its newest forecasts. */
const MAX_FORECASTS = 10_000;

/** Returns a page of the questions that a caller has asked, newest first. */
export async function findQuestions(
  gateway: Pick<ConsoleContext, "config" | "database">,
  callerId: string,
  { text, after }: { readonly text?: string | undefined; readonly after?: string | undefined },
) {
  const { orm } = gateway.database;
  const isForecast = and(
    eq(events.actorId, callerId),
    eq(events.kind, "prediction.answered"),
    notInArray(events.kind, [...OPENINGS]),
  );
  const newest = sql`select * from ${events} where ${isForecast} order by ${events.at} desc limit ${MAX_FORECASTS}`;
  // Columns of `tasks` are written out: Drizzle omits the table's name in selected fields.
  const submission = sql<Pick<Submission, "id" | "status"> | null>`(
    select json_build_object('id', s.id, 'status', s.status) from ${submissions} s
    where s.task_id = tasks.task_id and s.author_id = ${callerId} order by s.id desc limit 1)`;
  const requestId = sql<string | null>`(
    select request_id from ${events} where ${isForecast} and task_id = tasks.task_id order by at desc, seq desc limit 1)`;
  const rows = await orm
    .select({ task: tasks, submission, requestId })
    .from(tasks)
    .where(
      and(
        sql`${tasks.taskId} in (
          select task_id from (${newest}) as newest
          union select task_id from ${submissions} where author_id = ${callerId})`,
        whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
        whenDefined(
          after,
          (id) =>
            sql`(${tasks.createdAt}, ${tasks.taskId}) < (select t.created_at, t.task_id from tasks t where t.task_id = ${id})`,
        ),
      ),
    )
    .orderBy(desc(tasks.createdAt), desc(tasks.taskId))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  const requestIds = page.flatMap((row) => row.requestId ?? []);
  const forecasts = await getForecasts(gateway.database, requestIds);
  const scores = await Promise.all(requestIds.map((id) => readScoreOf(gateway.database, id, callerId)));
  return {
    questions: page.map(({ task: { taskId, question, resolvesAt }, submission, requestId }) => {
      const forecast = forecasts.find(({ response }) => response.request_id === requestId);
      const score = scores.find((one) => one.requestId === requestId);
      return {
        ...{ task_id: taskId, question: clip(question, MAX_QUESTION), resolves_at: resolvesAt.toISOString() },
        /** The latest submission of the caller; null if others submitted the question. */
        submission,
        latest_forecast: forecast === undefined ? null : composeAnswer(gateway, forecast),
        score: score === undefined ? null : scoreBody(score),
      };
    }),
    /** Cursor to pass as `after`; null on the last page. */
    next: rows.length > PAGE ? (page.at(-1)?.task.taskId ?? null) : null,
  };
}
