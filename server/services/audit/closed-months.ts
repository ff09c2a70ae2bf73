import { asc, gt } from "drizzle-orm";
import { lastSeqBefore } from "#server/infra/audit-log/sequence-range.ts";
import type { Database } from "#server/infra/db/open.ts";
import { events } from "#server/infra/db/schema.ts";

/** The events of a calendar month (UTC) that an archive file is made of. */
export interface ClosedMonth {
  /** As in `2026-01`. */
  readonly name: string;
  readonly lastSeq: number;
}

/**
 * The months after the event `above` that end by `before`, the oldest first; those without events are left out. Two
 * events at the turn of a month may be in the other month's file: files are cut by position in the chain.
 */
export async function findClosedMonths(database: Database, above: number, before: Date): Promise<ClosedMonth[]> {
  const [first] = await database.orm
    .select({ at: events.at })
    .from(events)
    .where(gt(events.seq, above))
    .orderBy(asc(events.seq))
    .limit(1);
  if (first === undefined) return [];
  const months: ClosedMonth[] = [];
  let last = above;
  for (let start = monthOf(first.at); nextMonth(start) <= before; start = nextMonth(start)) {
    const lastSeq = await lastSeqBefore(database, nextMonth(start));
    if (lastSeq > last) months.push({ name: start.toISOString().slice(0, 7), lastSeq });
    last = Math.max(last, lastSeq);
  }
  return months;
}

function monthOf(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()));
}

function nextMonth(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
