import type { Database } from "./open.ts";

/** So many samples of each column: enough to tell what is rare from what is common, in a tenth of the usual time. */
const TARGET = 10;
/** Fewer events are found quickly by whatever way. */
const FEWEST = 1_000;

/**
 * Has the database look anew at what its tables hold where there are twice as many events as when it did so last.
 * Without that it takes indices that lead nowhere. PostgreSQL does it by itself; the embedded one has no process for it.
 */
export async function refreshStatistics({ kind, pool }: Database, events: number): Promise<void> {
  if (kind === "postgresql" || events < FEWEST) return;
  const { rows } = await pool.query<{ counted: number }>(
    // A new index counts the rows, too, but leaves no statistics.
    `select reltuples as counted from pg_class
     where oid = 'events'::regclass and exists (select from pg_statistic where starelid = 'events'::regclass)`,
  );
  if (rows[0] !== undefined && events < 2 * rows[0].counted) return;
  await pool.query(`set default_statistics_target = ${TARGET}`);
  await pool.query("analyze events, tasks, inputs, submissions");
}
