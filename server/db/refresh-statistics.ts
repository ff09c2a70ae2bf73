import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database } from "./open.ts";
import { events, inputs, submissions, tasks } from "./schema.ts";

/**
 * The statistics target of each table's columns: enough to tell rare values from common ones, in a tenth of the usual
 * time. Where an index holds the words of a text, ANALYZE finds the words of every row of its sample, and on the embedded
 * database every forecast waits meanwhile.
 */
const TARGETS = [
  { table: inputs, target: 10 },
  { table: tasks, target: 3 },
  { table: submissions, target: 3 },
  // The last one: by its statistics the next call knows that this one came to its end.
  { table: events, target: 10 },
];
/** Below this number any query plan is fast. */
const FEWEST = 1_000;

/**
 * Runs ANALYZE when the number of events has doubled. Without statistics the database picks useless indexes.
 * PostgreSQL's autovacuum usually does this first; the embedded database has none, and an operator may have disabled
 * it.
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
  // One after another: what waits on the embedded database has its turn in between.
  for (const { table, target } of TARGETS) {
    await inTransaction(database, async (transaction) => {
      await transaction.execute(sql.raw(`set local default_statistics_target = ${target}`));
      await transaction.execute(sql`analyze ${table}`);
    });
  }
}
