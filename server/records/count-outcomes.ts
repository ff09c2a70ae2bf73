import { and, desc, gt, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";

/** How many attempts ended how, lately. */
export interface Outcomes {
  /** Counted from here. */
  readonly since: string;
  /** By hour (its start) and code; null: answered. Hours and codes without any are not listed. */
  readonly counts: readonly { readonly hour: string; readonly code: string | null; readonly count: number }[];
  /** There were more events than are read at once: the counts leave the earliest ones out. */
  readonly truncated: boolean;
}

const KINDS = ["prediction.answered", "prediction.refused", "prediction.failed"];
const MOST_EVENTS = 50_000;

/**
 * Counts the outcomes of the last hours. There is no index by time, for it would cost every prediction: as times rise
 * with the sequence, the first event is found by halving, and at most MOST_EVENTS after it are read.
 */
export async function countOutcomes(database: Database, since: Date): Promise<Outcomes> {
  const { last, before } = await findSpan(database, since);
  const from = Math.max(before, last - MOST_EVENTS);
  const hour = sql<string>`to_char(date_trunc('hour', ${events.at} at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:00:00"Z"')`;
  const rows = await database.orm
    .select({ hour: hour.as("hour"), code: events.code, count: sql<number>`count(*)::int` })
    .from(events)
    .where(and(gt(events.seq, from), gte(events.at, since), inArray(events.kind, KINDS)))
    .groupBy(sql`1`, events.code)
    .orderBy(sql`1`, events.code);
  return { since: since.toISOString(), counts: rows, truncated: from > before };
}

/** The last event's sequence, and that of the last event before `since` (0: there is none). */
async function findSpan(database: Database, since: Date): Promise<{ readonly last: number; readonly before: number }> {
  const [head] = await database.orm.select({ seq: events.seq }).from(events).orderBy(desc(events.seq)).limit(1);
  const last = head?.seq ?? 0;
  let low = 0;
  let high = last + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await database.orm
      .select({ at: events.at })
      .from(events)
      .where(gte(events.seq, middle))
      .orderBy(events.seq)
      .limit(1);
    if (event !== undefined && event.at < since) low = middle;
    else high = middle;
  }
  return { last, before: low };
}
