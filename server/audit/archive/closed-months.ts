import { sql } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";

/** A calendar month (UTC) whose events go into one archive file. */
export interface ClosedMonth {
  /** For example `2026-01`. */
  readonly name: string;
  readonly lastSeq: number;
}

/** Maximum number of events that one statement reads, to stay within the statement timeout. */
const ROWS = 20_000;

/**
 * Returns the months with events after `above` that end by `before`, oldest first. The file of a month ends before the
 * first event of a later month. If the clock was set back, an event may therefore be in the file of a later month, but
 * never in the file of an earlier month.
 */
export async function findClosedMonths(database: Database, above: number, before: Date): Promise<ClosedMonth[]> {
  const months: ClosedMonth[] = [];
  let current: string | undefined;
  let lastSeq = above;
  for await (const { month, first, last } of readMonths(database, above)) {
    current ??= month;
    if (month > current) {
      if (endOf(current) > before) return months;
      months.push({ name: current, lastSeq: first - 1 });
      current = month;
    }
    lastSeq = Math.max(lastSeq, last);
  }
  if (current !== undefined && endOf(current) <= before) months.push({ name: current, lastSeq });
  return months;
}

/** Yields the months of each page of events, ordered by their first event. */
async function* readMonths({ orm }: Database, above: number) {
  for (let from = above; ; ) {
    const { rows } = await orm.execute<{ month: string; first: string; last: string }>(sql`
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month, min(seq) as first, max(seq) as last
      from (select seq, at from events where seq > ${from} order by seq limit ${ROWS}) as page
      group by month order by first`);
    if (rows.length === 0) return;
    for (const { month, first, last } of rows) {
      from = Math.max(from, Number(last));
      yield { month, first: Number(first), last: Number(last) };
    }
  }
}

function endOf(month: string): Date {
  const start = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
}
