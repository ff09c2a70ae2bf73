import type { Database } from "#server/infra/db/open.ts";

/** A range of sequence numbers: greater than `above`, at most `upTo`. */
export interface SequenceRange {
  readonly above: number;
  readonly upTo: number;
}

/**
 * A range of events that contains every event between the times `from` and `before`, and perhaps a few more. There is
 * no index by time, because it would cost every prediction. Times rise with the sequence (except for the moments
 * between creating an event and recording it), so a binary search finds both ends.
 */
export async function findSequenceRange(
  database: Database,
  { from, before }: { readonly from?: Date | undefined; readonly before?: Date | undefined },
): Promise<SequenceRange> {
  const [above, upTo] = await Promise.all([
    from === undefined ? 0 : lastSeqBefore(database, from, "-1 minute"),
    before === undefined ? Number.MAX_SAFE_INTEGER : lastSeqBefore(database, before, "1 minute"),
  ]);
  return { above, upTo };
}

/** The last event before an instant. */
export async function lastSeqBefore(database: Database, instant: Date, moved = "0"): Promise<number> {
  const { rows } = await database.pool.query<{ seq: string }>(
    `with recursive search (low, high) as (
       select 0::bigint, coalesce(max(seq), 0) + 1 from events
       union all
       select case when earlier then middle else low end, case when earlier then high else middle end
       from (
         select low, high, (low + high) / 2 as middle, coalesce(found.at < $1::timestamptz + $2::interval, false) as earlier
         from search
         left join lateral (select at from events where seq >= (low + high) / 2 order by seq limit 1) found on true
         where high - low > 1
       ) as step
     )
     select min(high) - 1 as seq from search`,
    [instant, moved],
  );
  return Number(rows[0]?.seq ?? 0);
}
