import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Drizzle } from "./open.ts";

/**
 * Runs a query that returns the first rows in index order, and forces an index scan. Otherwise, if PostgreSQL
 * underestimates the rows (a log that has grown since ANALYZE), it would read and sort all of them.
 */
export function byIndex<T>(database: Database, query: (orm: Drizzle) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.execute(sql`set local enable_bitmapscan = off; set local enable_seqscan = off`);
    return query(transaction);
  });
}
