import { and, gt, gte, inArray, sql } from "drizzle-orm";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { readLastSeq, SCAN_WINDOW } from "#server/audit/log/scan-window.ts";
import { findSequenceRange } from "#server/audit/log/sequence-range.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** Excludes abandoned predictions: their callers received no response. */
const COUNTED = OUTCOMES.filter((kind) => kind !== "prediction.abandoned");

/** Counts the results of prediction requests since an instant, scanning at most SCAN_WINDOW events. */
export async function countOutcomes(database: Database, since: Date) {
  const [{ above }, last] = await Promise.all([findSequenceRange(database, { from: since }), readLastSeq(database)]);
  const from = Math.max(above, last - SCAN_WINDOW);
  const hour = sql<string>`to_char(date_trunc('hour', ${events.at} at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:00:00"Z"')`;
  const rows = await database.orm
    .select({ hour: hour.as("hour"), code: events.code, count: sql<number>`sum(coalesce(${events.count}, 1))::int` })
    .from(events)
    .where(and(gt(events.seq, from), gte(events.at, since), inArray(events.kind, COUNTED)))
    .groupBy(sql`1`, events.code)
    .orderBy(sql`1`, events.code);
  return {
    since: since.toISOString(),
    /** `hour` is the start of the hour. A null `code` counts answered requests. Zero counts are omitted. */
    counts: rows,
    /** True if the period has more events than the scan window: the earliest events are not counted. */
    truncated: from > above,
  };
}
