import { type SQL, sql } from "drizzle-orm";
import { type QuestionPhase, SOON_DAYS } from "#lib/domain/questions.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import type { Drizzle } from "#server/db/open.ts";
import { tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";

const DAY_MS = 86_400_000;

export interface QuestionSelection {
  readonly phase: QuestionPhase;
  /** Search text: beginnings of words in the question or its options, case-insensitive. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
}

export interface SelectedQuestion {
  readonly taskId: string;
  readonly resolvesAt: Date;
  /** Time of the latest forecast, submission, decision or recorded outcome. */
  readonly activeAt: Date;
}

interface Page {
  readonly order: "resolution" | "activity";
  /** Id of the last question of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Returns one page of questions, in order. Reads all questions of the phase. */
export async function selectQuestions(
  orm: Drizzle,
  { phase, text, tag }: QuestionSelection,
  { order, after, limit }: Page,
  now: Date,
): Promise<SelectedQuestion[]> {
  const conditions = [
    isIn(phase, now),
    LISTED,
    ...(text === undefined ? [] : [sql`${tasks.taskId} = any(array${tasksThatSay(text)})`]),
    ...(tag === undefined ? [] : [questionHasTag(tasks.taskId, tag)]),
  ];
  const { rows } = await orm.execute<{ task_id: string; resolves_at: string; active_at: string }>(sql`
    with listed as (
      select ${tasks.taskId}, ${tasks.resolvesAt}, active_at,
        row_number() over (order by ${order === "activity" ? sql`active_at desc` : byResolution(phase)}, task_id) as n
      from ${tasks} cross join lateral (${LAST_ACTIVITY}) as activity
      where ${sql.join(conditions, sql` and `)}
    )
    select task_id, resolves_at, active_at from listed
    where n > coalesce((select n from listed where task_id = ${after ?? null}), 0)
    order by n limit ${limit}`);
  return rows.map((row) => ({
    taskId: row.task_id,
    resolvesAt: new Date(row.resolves_at),
    activeAt: new Date(row.active_at),
  }));
}

export type PhaseCounts = Readonly<Record<QuestionPhase, number>>;

export async function countQuestions(orm: Drizzle, now: Date): Promise<PhaseCounts> {
  const count = (phase: QuestionPhase) =>
    sql`count(*) filter (where ${isIn(phase, now)})::integer as ${sql.raw(phase)}`;
  const { rows } = await orm.execute<Record<QuestionPhase, number>>(
    sql`select ${count("open")}, ${count("soon")}, ${count("overdue")}, ${count("resolved")} from ${tasks} where ${LISTED}`,
  );
  const [{ open, soon, overdue, resolved } = { open: 0, soon: 0, overdue: 0, resolved: 0 }] = rows;
  return { open, soon, overdue, resolved };
}

const RESOLVED = sql`exists (
  select from outcomes o where o.task_id = ${tasks.taskId} and o.status = 'confirmed')`;

/** A question is listed if it has a forecast, an outcome, or an approval of the question. */
const LISTED = sql`(
  exists (select from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId})
  or exists (select from bindings b where b.task_id = ${tasks.taskId} and b.revoked_at is null)
  or exists (select from outcomes o where o.task_id = ${tasks.taskId}))`;

const LAST_ACTIVITY = sql`
  select greatest(
    (select at from events e where e.kind = 'prediction.answered' and e.task_id = ${tasks.taskId}
      order by seq desc limit 1),
    (select max(updated_at) from submissions s where s.task_id = ${tasks.taskId}),
    (select max(greatest(recorded_at, confirmed_at)) from outcomes o where o.task_id = ${tasks.taskId}),
    ${tasks.createdAt}) as active_at`;

function isIn(phase: QuestionPhase, now: Date): SQL {
  const isAfter = (date: Date) => sql`${tasks.resolvesAt} > ${date.toISOString()}`;
  const isAhead = isAfter(now);
  const isFar = isAfter(new Date(now.getTime() + SOON_DAYS * DAY_MS));
  switch (phase) {
    case "open":
      return sql`${isAhead} and not ${RESOLVED}`;
    case "soon":
      return sql`${isAhead} and not ${isFar} and not ${RESOLVED}`;
    case "overdue":
      return sql`not ${isAhead} and not ${RESOLVED}`;
    case "resolved":
      return RESOLVED;
  }
}

/** Earliest resolution date first; of resolved questions, the latest first. */
function byResolution(phase: QuestionPhase): SQL {
  return phase === "resolved" ? sql`${tasks.resolvesAt} desc` : sql`${tasks.resolvesAt}`;
}
