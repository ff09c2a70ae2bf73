import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Drizzle } from "./open.ts";

/**
 * Runs a query for the first rows in index order, and forces an index scan. If PostgreSQL underestimates the number of
 * rows, because the log has grown since ANALYZE, it would otherwise read and sort all of them. If it overestimates the
 * number, it would compile the query, which takes a second.
 */
export function byIndex<T>(database: Database, query: (orm: Drizzle) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.execute(
      sql`set local enable_bitmapscan = off; set local enable_seqscan = off; set local jit = off`,
    );
    return query(transaction);
  });
}
