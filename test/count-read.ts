import type { Database } from "#server/db/open.ts";

/**
 * Returns the number of rows and index pages of `events` that queries have read since the database was created. Index
 * pages count, because a scan of a whole index may read no row. Background jobs of the gateway would count too.
 */
export async function countRead({ pool }: Database): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query(
    `select (seq_tup_read + idx_tup_fetch + idx_blks_hit + idx_blks_read)::int as read
     from pg_stat_user_tables join pg_statio_user_tables using (relid) where relid = 'events'::regclass`,
  );
  return rows[0].read;
}
