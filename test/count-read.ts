import type { Database } from "#server/db/open.ts";

/**
 * Returns the number of `events` rows that queries have read since the database was created, with or without an index.
 */
export async function countRead({ pool }: Database): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query(
    "select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'events'",
  );
  return rows[0].read;
}
