import type { Database } from "#server/infra/db/open.ts";

/** Sequences of events: above the one, up to the other. */
export interface SequenceRange {
  readonly above: number;
  readonly upTo: number;
}

/**
 * A span of the record outside of which no event has a time from `from` on and before `before`; events inside may have
 * one. There is no index by time, for it would cost every prediction: as times rise with the sequence (but for the
 * moments between making an event and recording it), the ends are found by halving.
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

async function lastSeqBefore(database: Database, instant: Date, moved: string): Promise<number> {
  const { rows } = await database.pool.query<{ seq: string }>(
    `with recursive halving (low, high) as (
       select 0::bigint, coalesce(max(seq), 0) + 1 from events
       union all
       select case when earlier then middle else low end, case when earlier then high else middle end
       from (
         select low, high, (low + high) / 2 as middle, coalesce(found.at < $1::timestamptz + $2::interval, false) as earlier
         from halving
         left join lateral (select at from events where seq >= (low + high) / 2 order by seq limit 1) found on true
         where high - low > 1
       ) as step
     )
     select min(high) - 1 as seq from halving`,
    [instant, moved],
  );
  return Number(rows[0]?.seq ?? 0);
}
