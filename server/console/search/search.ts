import { desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { readNewest } from "#server/audit/log/read-newest.ts";
import { resultOf } from "#server/audit/log/recorded-answer.ts";
import { byIndex } from "#server/db/by-index.ts";
import { matchesWords, wordsOf } from "#server/db/matches-words.ts";
import type { Database } from "#server/db/open.ts";
import { approvals, events, submissions, tasks } from "#server/db/schema.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { type IdPart, readIdPart } from "./id-part.ts";
import { submissionHasText } from "./submission-has-text.ts";

const MAX_LISTED = 6;
/** The search for forecasts covers this many of the newest matching questions. */
const MAX_QUESTIONS = 50;
/** By default, each part of the search by a request id reads at most this many events, the newest ones first. */
const MAX_READ = 50_000;

/** Returns the newest questions, submissions and forecasts that match the text: words, or part of an id. */
export async function search(database: Database, text: string, mostRead = MAX_READ) {
  const part = readIdPart(text);
  const questions = await findQuestions(database, text, part);
  const taskIds = questions.map(({ taskId }) => taskId);
  const [foundSubmissions, foundForecasts] = await Promise.all([
    findSubmissions(database, text),
    findForecasts(database, part, { taskIds, mostRead }),
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

async function findForecasts(
  database: Database,
  part: IdPart | undefined,
  { taskIds, mostRead }: { readonly taskIds: readonly string[]; readonly mostRead: number },
) {
  const found = await Promise.all([
    findOfQuestions(database, taskIds),
    ...(part === undefined ? [] : [findByInput(database, part), findByRequest(database, part, mostRead)]),
  ]);
  const rows = [...new Map(found.flat().map((row) => [row.seq, row])).values()]
    .sort((one, other) => other.seq - one.seq)
    .slice(0, MAX_LISTED);
  const answered = rows.map(({ body }) => readAnswered(body));
  const task = await readTasks(
    database,
    answered.map((event) => event.task_id),
  );
  return answered.map((event) => {
    const { instructions, criteria } = task(event.task_id);
    const { choice, probabilities } = resultOf(event, task(event.task_id));
    return {
      requestId: event.request_id,
      instructions,
      choiceLabel: nameOption(choice, optionLabels(criteria)),
      probability: probabilities[choice] ?? 0,
      generatedAt: event.generated_at,
    };
  });
}

async function findOfQuestions(database: Database, taskId: readonly string[], condition?: SQL) {
  const source = { kinds: ["prediction.answered"], columns: { taskId } } as const;
  return (await readNewest(database, [source], condition, { limit: MAX_LISTED })).rows;
}

/** Finds forecasts by the beginning of the input id. Finds their questions first: events have no index by input. */
async function findByInput(database: Database, { digits }: IdPart) {
  const hasId = (inputId: AnyPgColumn) => sql`starts_with(${inputId}, ${`sha256:${digits}`})`;
  const { taskId, inputId } = approvals;
  const found = await database.orm.selectDistinct({ taskId }).from(approvals).where(hasId(inputId));
  return findOfQuestions(
    database,
    found.map((approval) => approval.taskId),
    hasId(events.inputId),
  );
}

/** Finds forecasts by the beginning of the request id, which is indexed, and among the newest ones by its end. */
function findByRequest(database: Database, { least, most, text }: IdPart, mostRead: number) {
  const { seq, at, kind, requestId, body } = events;
  const isAnswer = eq(kind, "prediction.answered");
  return byIndex(database, async (orm) => {
    const newest = (where: SQL | undefined, ...order: AnyPgColumn[]) =>
      orm
        .select({ seq, kind, requestId, body })
        .from(events)
        .where(where)
        .orderBy(...order.map(desc))
        .limit(mostRead);
    const begin = newest(sql`${requestId} between ${least}::uuid and ${most}::uuid`, requestId).as("begin");
    const end = newest(isAnswer, at, seq).as("end");
    return [
      ...(await orm.select().from(begin).where(eq(begin.kind, "prediction.answered")).limit(MAX_LISTED)),
      ...(await orm
        .select()
        .from(end)
        .where(sql`${end.requestId}::text like ${`%${text}`}`)
        .limit(MAX_LISTED)),
    ];
  });
}
