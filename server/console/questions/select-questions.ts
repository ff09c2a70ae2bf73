import { and, eq, type SQL, sql } from "drizzle-orm";
import { type QuestionPhase, SOON_DAYS } from "#lib/domain/questions.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import type { Drizzle } from "#server/db/open.ts";
import { tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";

const DAY_MS = 86_400_000;

interface QuestionSelection {
  readonly phase: QuestionPhase;
  /** Search text: beginnings of words in the question or its options, case-insensitive. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
}

export type SelectedQuestion = Awaited<ReturnType<typeof selectQuestions>>[number];

interface Page {
  /** The order `activity` reads the latest activity of all selected questions. */
  readonly order: "resolution" | "activity";
  /** Id of the last question of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Returns one page of questions, in order. */
export async function selectQuestions(
  orm: Drizzle,
  { phase, text, tag }: QuestionSelection,
  { order, after, limit }: Page,
  now: Date,
) {
  const key = order === "activity" ? ACTIVE_AT : sql<Date>`${tasks.resolvesAt}`;
  const isDescending = order === "activity" || phase === "resolved";
  const [direction, follows] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  return orm
    .select({ taskId: tasks.taskId, activeAt: ACTIVE_AT })
    .from(tasks)
    .where(
      and(
        isIn(phase, now),
        whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
        whenDefined(tag, (name) => questionHasTag(tasks.taskId, name)),
        whenDefined(
          after,
          (taskId) =>
            sql`(${key}, ${tasks.taskId}) ${follows} (select ${key}, ${tasks.taskId} from ${tasks} where ${eq(tasks.taskId, taskId)})`,
        ),
      ),
    )
    .orderBy(sql`${key} ${direction}, ${tasks.taskId} ${direction}`)
    .limit(limit);
}

export async function countQuestions(orm: Drizzle, now: Date) {
  const count = (phase: QuestionPhase) => orm.$count(tasks, isIn(phase, now));
  const [open, soon, overdue, resolved] = await Promise.all([
    count("open"),
    count("soon"),
    count("overdue"),
    count("resolved"),
  ]);
  return { open, soon, overdue, resolved };
}

function isIn(phase: QuestionPhase, now: Date): SQL {
  const isAfter = (date: Date) => sql`${tasks.resolvesAt} > ${date.toISOString()}`;
  const isAhead = isAfter(now);
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS);
  switch (phase) {
    case "open":
      return sql`(${isAhead} and not ${IS_RESOLVED} and (${IS_BOUND} or ${HAS_FORECAST}))`;
    case "soon":
      return sql`(${isIn("open", now)} and not ${isAfter(soon)})`;
    case "overdue":
      return sql`(not ${isAhead} and not ${IS_RESOLVED} and ${HAS_FORECAST})`;
    case "resolved":
      return IS_RESOLVED;
  }
}

const IS_RESOLVED = sql`exists (
  select from outcomes o where o.task_id = ${tasks.taskId} and o.status = 'confirmed')`;

const HAS_FORECAST = sql`exists (
  select from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId})`;

const IS_BOUND = sql`${tasks.taskId} in (select b.task_id from bindings b where b.revoked_at is null)`;

// Columns of `tasks` are written out: Drizzle omits the table's name in selected fields, so that a subquery would compare
// a row with itself.
/** Time of the latest forecast, submission, decision or recorded outcome. */
const ACTIVE_AT = sql`greatest(
  (select max(e.at) from events e where e.kind = 'prediction.answered' and e.task_id = tasks.task_id),
  (select max(s.updated_at) from submissions s where s.task_id = tasks.task_id),
  (select max(greatest(o.recorded_at, o.confirmed_at)) from outcomes o where o.task_id = tasks.task_id),
  tasks.created_at)`.mapWith(tasks.createdAt);
