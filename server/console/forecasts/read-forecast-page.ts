import { and, arrayContains, eq, type SQL, sql } from "drizzle-orm";
import type { forecastList } from "#lib/console/filters.ts";
import { readNewest, type Span } from "#server/audit/log/read-newest.ts";
import { forecastHasTag, taskHasTag } from "#server/db/has-tag.ts";
import type { Database } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";

export type ForecastFilter = ReturnType<typeof forecastList.toFilter>;

/** With more tasks that offer an option, the forecasts of all tasks are read: the option is probably chosen often. */
const MAX_TASKS = 1_000;

export type PageOf = Pick<Span, "after" | "limit">;

/** Returns the audit events of matching answered predictions, latest time first. */
export async function readForecastPage(
  database: Database,
  { release, option, tag, text, taskId, from, before }: ForecastFilter,
  { after, limit }: PageOf,
) {
  const columns = { taskId: await findTasks(database, { taskId, text, tag, option }) };
  const isWanted = and(
    whenDefined(release, (name) => eq(events.release, name)),
    whenDefined(tag, (name) => forecastHasTag(events.taskId, events.inputId, name)),
    whenDefined(option, choseOption),
  );
  const sources = [{ kinds: ["prediction.answered"], columns }] as const;
  const { rows, next } = await readNewest(database, sources, isWanted, { from, before, after, limit });
  return { forecasts: rows.map(({ body, ...row }) => ({ ...row, event: readAnswered(body) })), next };
}

/** Returns the ids of the tasks whose forecasts may match; undefined if the filter has no condition on tasks. */
async function findTasks(
  { orm }: Database,
  { taskId, text, tag, option }: Pick<ForecastFilter, "taskId" | "text" | "tag" | "option">,
): Promise<readonly string[] | undefined> {
  const isWanted = and(
    whenDefined(taskId, (id) => eq(tasks.taskId, id)),
    whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
    whenDefined(tag, (name) => taskHasTag(tasks.taskId, name)),
  );
  const offersOption = whenDefined(option, (id) => arrayContains(tasks.options, [id]));
  if (isWanted === undefined && offersOption === undefined) return undefined;
  const query = orm.select({ id: tasks.taskId }).from(tasks).where(and(isWanted, offersOption));
  const found = isWanted === undefined ? await query.limit(MAX_TASKS + 1) : await query;
  return isWanted === undefined && found.length > MAX_TASKS ? undefined : found.map(({ id }) => id);
}

/** Returns the condition that a forecast's most probable option has this id. */
function choseOption(id: string): SQL {
  return sql`${events.choice} = (
    select array_position(t.options, ${id}) - 1 from ${tasks} t where t.task_id = ${events.taskId})`;
}
