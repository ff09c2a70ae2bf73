import { and, desc, eq, gt, gte, inArray, lte, notInArray, or, sql } from "drizzle-orm";
import { OPENINGS } from "#lib/domain/audit-events.ts";
import { readLastSeq, SCAN_WINDOW } from "#server/audit/log/scan-window.ts";
import { byIndex } from "#server/db/by-index.ts";
import { matchesWords, wordsOf } from "#server/db/matches-words.ts";
import type { Database, Drizzle } from "#server/db/open.ts";
import { events, submissions, tasks } from "#server/db/schema.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type IdPart, readIdPart } from "./id-part.ts";
import { submissionHasText } from "./submission-has-text.ts";

const MAX_LISTED = 6;
/** The search for forecasts covers this many of the newest matching questions. */
const MAX_QUESTIONS = 50;

/** Returns the newest questions, submissions and forecasts that match the text: words, or part of an id. */
export async function search(database: Database, text: string) {
  const part = readIdPart(text);
  const questions = await findQuestions(database, text, part);
  const taskIds = questions.map(({ taskId }) => taskId);
  const [foundSubmissions, foundForecasts] = await Promise.all([
    findSubmissions(database, text),
    findForecasts(database, part, taskIds),
  ]);
  return { questions: questions.slice(0, MAX_LISTED), submissions: foundSubmissions, forecasts: foundForecasts };
}

function findQuestions({ orm }: Database, text: string, part: IdPart | undefined) {
  const hasWords = matchesWords(wordsOf(tasks.question, tasks.optionsText), text);
  const hasId = part === undefined ? undefined : sql`starts_with(${tasks.taskId}, ${`sha256:${part.digits}`})`;
  return orm
    .select({ taskId: tasks.taskId, instructions: tasks.question })
    .from(tasks)
    .where(or(hasWords, hasId))
    .orderBy(desc(tasks.createdAt), desc(tasks.taskId))
    .limit(MAX_QUESTIONS);
}

function findSubmissions(database: Database, text: string) {
  return database.orm
    .select({ submissionId: submissions.id, title: submissions.title, status: submissions.status })
    .from(submissions)
    .where(submissionHasText(text))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
}

async function findForecasts(database: Database, part: IdPart | undefined, taskIds: readonly string[]) {
  const newest = await readLastSeq(database);
  const { ofQuestions, byId } = await byIndex(database, async (orm) => ({
    ofQuestions: await findOfQuestions(orm, taskIds),
    byId: part === undefined ? [] : await findById(orm, part, newest),
  }));
  const rows = [...new Map([...byId, ...ofQuestions].map((row) => [row.seq, row])).values()].slice(0, MAX_LISTED);
  const answered = rows.map(({ body }) => readAnswered(body));
  const task = await readTasks(
    database,
    answered.map((event) => event.task_id),
  );
  return answered.map(({ request_id, task_id, generated_at, result }) => ({
    requestId: request_id,
    instructions: task(task_id).instructions,
    choice: result.choice,
    probability: result.probabilities[result.choice] ?? 0,
    generatedAt: generated_at,
  }));
}

const isAnswer = eq(events.kind, "prediction.answered");

/**
 * Returns the newest forecasts of the questions. The condition on the task is a range instead of `=` so that PostgreSQL
 * uses the index on task and sequence number. With `=`, PostgreSQL may scan the whole log if a question has no
 * forecasts.
 */
function findOfQuestions(orm: Drizzle, taskIds: readonly string[]) {
  const newest = orm
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(and(isAnswer, gte(events.taskId, tasks.taskId), lte(events.taskId, tasks.taskId)))
    .orderBy(desc(events.taskId), desc(events.seq))
    .limit(MAX_LISTED)
    .as("newest");
  return orm
    .select({ seq: newest.seq, body: newest.body })
    .from(tasks)
    .crossJoinLateral(newest)
    .where(inArray(tasks.taskId, [...taskIds]))
    .orderBy(desc(newest.seq))
    .limit(MAX_LISTED);
}

/**
 * Finds forecasts in two queries: by the beginning of the request id, which is indexed, and, among the newest events
 * only, by the end of the request id or the beginning of the input id. For a combined query, PostgreSQL would scan the
 * whole log.
 */
async function findById(orm: Drizzle, part: IdPart, newest: number) {
  const columns = { seq: events.seq, kind: events.kind, requestId: events.requestId, body: events.body };
  const outcomes = orm
    .select(columns)
    .from(events)
    .where(
      and(
        notInArray(events.kind, [...OPENINGS]),
        sql`${events.requestId} between ${part.least}::uuid and ${part.most}::uuid`,
      ),
    )
    .orderBy(desc(events.requestId))
    .limit(SCAN_WINDOW)
    .as("outcomes");
  const byBeginning = await orm
    .select()
    .from(outcomes)
    .where(eq(outcomes.kind, "prediction.answered"))
    .orderBy(desc(outcomes.requestId))
    .limit(MAX_LISTED);
  const byEnd = await orm
    .select(columns)
    .from(events)
    .where(
      and(
        isAnswer,
        gt(events.seq, newest - SCAN_WINDOW),
        or(
          sql`${events.requestId}::text like ${`%${part.text}`}`,
          sql`starts_with(${events.inputId}, ${`sha256:${part.digits}`})`,
        ),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(MAX_LISTED);
  return [...byBeginning, ...byEnd].sort((one, other) => other.seq - one.seq);
}
