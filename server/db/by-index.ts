import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Drizzle } from "./open.ts";

/**
 * Runs a query that takes the first rows in index order. If PostgreSQL underestimates the rows, as for a log that has
 * grown since ANALYZE, it would otherwise read and sort all of them, with a bitmap or a sequential scan.
 */
export function byIndex<T>(database: Database, query: (orm: Drizzle) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.execute(sql`set local enable_bitmapscan = off; set local enable_seqscan = off`);
    return query(transaction);
  });
}
