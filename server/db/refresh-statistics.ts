import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database } from "./open.ts";
import { events, inputs, submissions, tasks } from "./schema.ts";

/**
 * Statistics target of the columns of each table: high enough to distinguish rare from common values, low enough for a
 * tenth of the usual duration. ANALYZE parses the text of every sampled row for a full-text index, and meanwhile blocks
 * all forecasts on the embedded database.
 */
const TARGETS = [
  { table: inputs, target: 10 },
  { table: tasks, target: 3 },
  { table: submissions, target: 3 },
  // Must be last: statistics of `events` show the next call that all tables were analyzed.
  { table: events, target: 10 },
];
/** With fewer events, every query plan is fast, so ANALYZE is not run. */
const FEWEST = 1_000;

/**
 * Runs ANALYZE when the number of events has doubled, because the database chooses useless indexes without statistics.
 * PostgreSQL's autovacuum usually runs it earlier, but the embedded database has no autovacuum, and an operator may
 * have disabled it.
 */
export async function refreshStatistics(database: Database, recorded: number): Promise<void> {
  if (recorded < FEWEST) return;
  const { rows } = await database.pool.query<{ counted: number }>(
    // Statistics are required too, because creating an index updates the row count without collecting statistics.
    `select reltuples as counted from pg_class where oid = 'events'::regclass and exists (
       select from pg_stats where schemaname = current_schema() and tablename = 'events'
     )`,
  );
  if (rows[0] !== undefined && recorded < 2 * rows[0].counted) return;
  // One transaction per table, so that statements waiting for the embedded database can run in between.
  for (const { table, target } of TARGETS) {
    await inTransaction(database, async (transaction) => {
      await transaction.execute(sql.raw(`set local default_statistics_target = ${target}`));
      await transaction.execute(sql`analyze ${table}`);
    });
  }
}
