import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { outcomeList } from "#lib/console/filters.ts";
import type { Member } from "#lib/domain/members.ts";
import type { QuestionState } from "#lib/domain/outcomes.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { isDue } from "#server/db/conditions.ts";
import { questionHasTag } from "#server/db/has-tag.ts";
import { nameActors } from "#server/db/name-actors.ts";
import type { Database } from "#server/db/open.ts";
import { outcomes } from "#server/db/outcome-schema.ts";
import { submissions, tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readTasks } from "#server/gateway/forecasts/read-content.ts";
import { outcomePermissions } from "./outcome-permissions.ts";
import { type Outcome, showOutcome } from "./show-outcome.ts";

export type QuestionFilter = Omit<ReturnType<typeof outcomeList.toFilter>, "state">;

export type NamedOutcome = Awaited<ReturnType<typeof nameOutcomes>>[number];

/**
 * Returns questions with their outcomes, latest resolution date first. `due` questions were forecast, are past their
 * resolution date, and have no entry.
 */
export async function listOutcomes(
  gateway: Pick<ConsoleContext, "database" | "now">,
  member: Member,
  { state = "due", after: cursor, limit, ...filter }: ReturnType<typeof outcomeList.toPage>,
) {
  const { database } = gateway;
  const rows = await database.orm
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(
      and(
        isIn(state, gateway.now()),
        matches(filter),
        whenDefined(
          cursor,
          (after) =>
            sql`(${tasks.resolvesAt}, ${tasks.taskId}) < (select t.resolves_at, t.task_id from tasks t where t.task_id = ${after})`,
        ),
      ),
    )
    .orderBy(sql`${tasks.resolvesAt} desc, ${tasks.taskId} desc`)
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(({ taskId }) => taskId);
  return {
    questions: await showQuestions(database, member, page),
    /** Cursor to pass as `after`; null on the last page. */
    next: rows.length > limit ? (page.at(-1) ?? null) : null,
  };
}

export function matches({ taskId, text, tag }: QuestionFilter): SQL | undefined {
  return and(
    whenDefined(taskId, (id) => eq(tasks.taskId, id)),
    // The array makes PostgreSQL run the text search once, with the word index. Otherwise PostgreSQL may parse the text
    // of each question again, which takes ten times as long.
    whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
    whenDefined(tag, (name) => questionHasTag(tasks.taskId, name)),
  );
}

export function isIn(state: QuestionState, now: Date): SQL | undefined {
  const has = (condition: ReturnType<typeof sql>) =>
    sql`exists (select from outcomes o where o.task_id = ${tasks.taskId} and ${condition})`;
  if (state === "confirmed") return has(sql`o.status = 'confirmed'`);
  if (state === "unconfirmed") return has(sql`o.status = 'recorded'`);
  return isDue(now);
}

/** Returns the questions in the order of `taskIds`, with their confirmed and unconfirmed outcomes. */
export async function showQuestions(database: Database, member: Member, taskIds: readonly string[]) {
  const [task, orders, entries] = await Promise.all([
    readTasks(database, taskIds),
    readOptionOrders(database, taskIds),
    database.orm
      .select()
      .from(outcomes)
      .where(and(inArray(outcomes.taskId, [...taskIds]), ne(outcomes.status, "replaced"))),
  ]);
  const named = await nameOutcomes(database, entries);
  return taskIds.map((taskId) => {
    const { instructions, criteria, resolution } = task(taskId);
    const find = (status: Outcome["status"]) =>
      named.find((one) => one.taskId === taskId && one.status === status) ?? null;
    const waiting = entries.find((one) => one.taskId === taskId && one.status === "recorded");
    return {
      taskId,
      instructions,
      resolvesAt: resolution.resolves_at,
      /** Sorted as in the latest submission of the question. */
      options: (orders.get(taskId) ?? Object.keys(criteria)).map((id) => ({ id, description: criteria[id] ?? null })),
      unconfirmed: find("recorded"),
      /** The confirmed outcome. Forecasts are scored only by the confirmed outcome. */
      confirmed: find("confirmed"),
      may: outcomePermissions(waiting, member),
    };
  });
}

/**
 * Returns the option ids of each task in the order of its latest submission. The stored task does not preserve the
 * order: its canonical form sorts the options.
 */
async function readOptionOrders(
  { orm }: Database,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (taskIds.length === 0) return new Map();
  const rows = await orm
    .selectDistinctOn([submissions.taskId], { taskId: submissions.taskId, options: submissions.options })
    .from(submissions)
    .where(inArray(submissions.taskId, [...taskIds]))
    .orderBy(submissions.taskId, desc(submissions.id));
  return new Map(rows.map(({ taskId, options }) => [taskId, options]));
}

export async function nameOutcomes(database: Database, entries: readonly Outcome[]) {
  const names = await nameActors(
    database,
    entries.flatMap(({ recordedBy, confirmedBy }) => [recordedBy, ...(confirmedBy === null ? [] : [confirmedBy])]),
  );
  return entries.map((entry) => ({
    ...showOutcome(entry),
    recorder: names.get(entry.recordedBy) ?? entry.recordedBy,
    confirmer: entry.confirmedBy === null ? null : (names.get(entry.confirmedBy) ?? entry.confirmedBy),
  }));
}
