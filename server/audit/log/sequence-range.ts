import { asc } from "drizzle-orm";
import type { Database } from "#server/db/open.ts";
import { clockSteps } from "#server/db/schema.ts";
import { readLastSeq } from "./scan-window.ts";

/** A range of sequence numbers, `above` exclusive and `upTo` inclusive. */
export interface SequenceRange {
  readonly above: number;
  readonly upTo: number;
}

/** With this many clock steps, for example if clocks of processes differ by minutes, the whole log is searched. */
const MAX_STEPS = 20;

/**
 * Returns a range that contains every event between `from` and `before`, and possibly more. Events have no index by
 * time, because an index would slow down every prediction. Between two clock steps, times rise with the sequence
 * numbers, except for the delay between creating and recording an event; a binary search finds the limits in each part.
 */
export async function findSequenceRange(
  database: Database,
  { from, before }: { readonly from?: Date | undefined; readonly before?: Date | undefined },
): Promise<SequenceRange> {
  if (from === undefined && before === undefined) return { above: 0, upTo: Number.MAX_SAFE_INTEGER };
  const parts = await readParts(database);
  if (parts.length > MAX_STEPS) return { above: 0, upTo: Number.MAX_SAFE_INTEGER };
  const ranges = await Promise.all(
    parts.map(async (part) => ({
      above: from === undefined ? part.above : await lastSeqBefore(database, part, from, "-1 minute"),
      upTo: before === undefined ? part.upTo : await lastSeqBefore(database, part, before, "1 minute"),
    })),
  );
  const found = ranges.filter(({ above, upTo }) => above < upTo);
  const end = parts.at(-1)?.upTo ?? 0;
  return {
    above: Math.min(end, ...found.map(({ above }) => above)),
    upTo: before === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, ...found.map(({ upTo }) => upTo)),
  };
}

/** Returns the parts of the log between clock steps. Event times rise within each part. */
async function readParts(database: Database): Promise<SequenceRange[]> {
  const { seq } = clockSteps;
  const [steps, last] = await Promise.all([
    database.orm.select({ seq }).from(clockSteps).orderBy(asc(seq)).limit(MAX_STEPS),
    readLastSeq(database),
  ]);
  const starts = [0, ...steps.map((step) => step.seq - 1)];
  return starts.map((above, index) => ({ above, upTo: starts[index + 1] ?? last }));
}

/** Returns the number of the last event before `instant` plus the interval `moved`, in one part of the log. */
async function lastSeqBefore(
  database: Database,
  { above, upTo }: SequenceRange,
  instant: Date,
  moved: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ seq: string }>(
    `with recursive search (low, high) as (
       select $3::bigint, $4::bigint + 1
       union all
       select case when earlier then middle else low end, case when earlier then high else middle end
       from (
         select low, high, (low + high) / 2 as middle, coalesce(found.at < $1::timestamptz + $2::interval, false) as earlier
         from search
         left join lateral (
           select at from events where seq >= (low + high) / 2 and seq <= $4 order by seq limit 1
         ) found on true
         where high - low > 1
       ) as step
     )
     select min(high) - 1 as seq from search`,
    [instant, moved, above, upTo],
  );
  return Number(rows[0]?.seq ?? above);
}
