import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database } from "./open.ts";

/** The statistics target of each column: enough to tell rare values from common ones, in a tenth of the usual time. */
const TARGET = 10;
/** Below this number any query plan is fast. */
const FEWEST = 1_000;

/**
 * Runs ANALYZE when the number of events has doubled. Without statistics the database picks useless indexes.
 * PostgreSQL's autovacuum usually does this first; the embedded database has none, and an operator may have disabled
 * it.
 */
export async function refreshStatistics(database: Database, events: number): Promise<void> {
  if (events < FEWEST) return;
  const { rows } = await database.pool.query<{ counted: number }>(
    // Creating an index also updates the row count, but leaves no statistics.
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
