import { and, eq, sql } from "drizzle-orm";
import type { forecastList } from "#lib/console/filters.ts";
import { readNewest, type Span } from "#server/audit/log/read-newest.ts";
import { forecastHasTag, taskHasTag } from "#server/db/has-tag.ts";
import type { Database } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";

export type ForecastFilter = ReturnType<typeof forecastList.toFilter>;

export type PageOf = Pick<Span, "after" | "limit">;

/** Returns the audit events of matching answered predictions, latest time first. */
export async function readForecastPage(
  database: Database,
  { release, option, tag, text, taskId, from, before }: ForecastFilter,
  { after, limit }: PageOf,
) {
  const columns = {
    taskId: await findTasks(database, { taskId, text, tag }),
    choice: option === undefined ? undefined : [option],
  };
  const isWanted = and(
    whenDefined(release, (name) => eq(events.release, name)),
    whenDefined(tag, (name) => forecastHasTag(events.taskId, events.inputId, name)),
  );
  const sources = [{ kinds: ["prediction.answered"], columns }] as const;
  const { rows, next } = await readNewest(database, sources, isWanted, { from, before, after, limit });
  return { forecasts: rows.map(({ body, ...row }) => ({ ...row, event: readAnswered(body) })), next };
}

/** Returns the ids of the tasks whose forecasts may match; undefined if the filter has no condition on tasks. */
async function findTasks(
  { orm }: Database,
  { taskId, text, tag }: Pick<ForecastFilter, "taskId" | "text" | "tag">,
): Promise<readonly string[] | undefined> {
  const isWanted = and(
    whenDefined(taskId, (id) => eq(tasks.taskId, id)),
    whenDefined(text, (words) => sql`${tasks.taskId} = any(array${tasksThatSay(words)})`),
    whenDefined(tag, (name) => taskHasTag(tasks.taskId, name)),
  );
  if (isWanted === undefined) return undefined;
  const found = await orm.select({ id: tasks.taskId }).from(tasks).where(isWanted);
  return found.map(({ id }) => id);
}
