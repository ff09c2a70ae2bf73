import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database } from "./open.ts";
import { events, inputs, submissions, tasks } from "./schema.ts";

/**
 * Statistics targets of the tables' columns: enough to tell rare values from common ones, in a tenth of the usual time.
 * For a full-text index, ANALYZE parses the text of every sampled row, and every forecast on the embedded database
 * waits for it.
 */
const TARGETS = [
  { table: inputs, target: 10 },
  { table: tasks, target: 3 },
  { table: submissions, target: 3 },
  // Must be last: its statistics tell the next call that this one completed.
  { table: events, target: 10 },
];
/** With fewer events, any query plan is fast. */
const FEWEST = 1_000;

/**
 * Runs ANALYZE when the number of events has doubled. Without statistics the database picks useless indexes.
 * PostgreSQL's autovacuum usually does this earlier, but the embedded database has none, and an operator may have
 * disabled it.
 */
export async function refreshStatistics(database: Database, recorded: number): Promise<void> {
  if (recorded < FEWEST) return;
  const { rows } = await database.pool.query<{ counted: number }>(
    // Creating an index also updates the row count, but leaves no statistics.
    `select reltuples as counted from pg_class where oid = 'events'::regclass and exists (
       select from pg_stats where schemaname = current_schema() and tablename = 'events'
     )`,
  );
  if (rows[0] !== undefined && recorded < 2 * rows[0].counted) return;
  // One transaction per table, so that statements waiting on the embedded database run in between.
  for (const { table, target } of TARGETS) {
    await inTransaction(database, async (transaction) => {
      await transaction.execute(sql.raw(`set local default_statistics_target = ${target}`));
      await transaction.execute(sql`analyze ${table}`);
    });
  }
}
