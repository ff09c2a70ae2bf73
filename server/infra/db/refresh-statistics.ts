import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database } from "./open.ts";

/** So many samples of each column: enough to tell what is rare from what is common, in a tenth of the usual time. */
const TARGET = 10;
/** Fewer events are found quickly by whatever way. */
const FEWEST = 1_000;

/**
 * Has the database look anew at what its tables hold where there are twice as many events as when it did so last.
 * Without that it takes indices that lead nowhere. PostgreSQL's autovacuum is ahead of this; the embedded database has
 * none, and somebody's PostgreSQL may have it switched off.
 */
export async function refreshStatistics(database: Database, events: number): Promise<void> {
  if (events < FEWEST) return;
  const { rows } = await database.pool.query<{ counted: number }>(
    // A new index counts the rows, too, but leaves no statistics.
    `select reltuples as counted from pg_class where oid = 'events'::regclass and exists (
       select from pg_stats where schemaname = current_schema() and tablename = 'events'
     )`,
  );
  if (rows[0] !== undefined && events < 2 * rows[0].counted) return;
  await inTransaction(database, async (transaction) => {
    await transaction.execute(sql.raw(`set local default_statistics_target = ${TARGET}`));
    await transaction.execute(sql`analyze events, tasks, inputs, submissions`);
  });
}
