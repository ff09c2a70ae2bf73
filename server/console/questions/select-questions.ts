import { and, eq, type SQL, sql } from "drizzle-orm";
import { QUESTION_PHASES, type QuestionPhase, SOON_DAYS } from "#lib/domain/questions.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import type { Drizzle } from "#server/db/open.ts";
import { tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";

const DAY_MS = 86_400_000;

interface QuestionFilter {
  /** Search text: beginnings of words in the question or its options, case-insensitive. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
}

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
  { phase, ...filter }: QuestionFilter & { readonly phase: QuestionPhase },
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
        matches(filter),
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

/** Returns the number of matching questions in each phase. */
export async function countQuestions(orm: Drizzle, filter: QuestionFilter, now: Date) {
  const count = async (phase: QuestionPhase) =>
    [phase, await orm.$count(tasks, and(isIn(phase, now), matches(filter)))] as const;
  const counts = await Promise.all(QUESTION_PHASES.map(count));
  return Object.fromEntries(counts) as Record<QuestionPhase, number>;
}

function matches({ text, tag }: QuestionFilter): SQL | undefined {
  return and(
    whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
    whenDefined(tag, (name) => questionHasTag(tasks.taskId, name)),
  );
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
    case "expired":
      return sql`(not ${isAhead} and not ${IS_RESOLVED} and ${IS_BOUND} and not ${HAS_FORECAST})`;
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
