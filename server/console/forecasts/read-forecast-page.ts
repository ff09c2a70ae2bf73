import { and, desc, eq, gt, gte, lt, lte, sql } from "drizzle-orm";
import type { forecastList } from "#lib/console/filters.ts";
import { findWindowEnd, readLastSeq } from "#server/audit/log/scan-window.ts";
import { findSequenceRange } from "#server/audit/log/sequence-range.ts";
import { forecastHasTag } from "#server/db/has-tag.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { tasksThatSay } from "#server/db/tasks-that-say.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { readAnswered } from "#server/gateway/forecasts/read-answered.ts";

export type ForecastFilter = ReturnType<typeof forecastList.toFilter>;

export interface PageOf {
  /** Cursor: `next` of the previous page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/**
 * Returns the audit events of matching answered predictions, newest first. A page may have fewer than `limit` events,
 * or none, although `next` is a number: each page searches only a limited window of the audit log.
 */
export async function readForecastPage(database: Database, filter: ForecastFilter, { after, limit }: PageOf) {
  const from = whenDefined(filter.from, (instant) => new Date(instant));
  const before = whenDefined(filter.before, (instant) => new Date(instant));
  const { above, upTo } = await findSequenceRange(database, { from, before });
  const newest = Math.min(upTo, after === undefined ? await readLastSeq(database) : after - 1);
  const isAnswer = eq(events.kind, "prediction.answered");
  const ofQuestion = whenDefined(filter.taskId, (taskId) => and(isAnswer, eq(events.taskId, taskId)));
  const { release, option, tag, text } = filter;
  const allFit = ofQuestion !== undefined && [release, option, tag, text].every((wanted) => wanted === undefined);
  const oldest = allFit ? above : await findWindowEnd(database, { above, upTo: newest }, ofQuestion);
  const rows = await database.orm
    .select({ seq: events.seq, hash: events.hash, body: events.body })
    .from(events)
    .where(
      and(
        isAnswer,
        lte(events.seq, newest),
        gt(events.seq, oldest),
        whenDefined(from, (instant) => gte(events.at, instant)),
        whenDefined(before, (instant) => lt(events.at, instant)),
        ofQuestion,
        whenDefined(release, (name) => eq(events.release, name)),
        whenDefined(option, (chosen) => eq(events.choice, chosen)),
        whenDefined(tag, (name) => forecastHasTag(events.taskId, events.inputId, name)),
        whenDefined(text, (words) => sql`${events.taskId} in ${tasksThatSay(words)}`),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const searched = oldest > above ? oldest + 1 : null;
  return {
    forecasts: page.map(({ body, ...row }) => ({ ...row, event: readAnswered(body) })),
    next: rows.length > limit ? (page.at(-1)?.seq ?? null) : searched,
  };
}
