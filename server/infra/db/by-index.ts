import { sql } from "drizzle-orm";
import { inTransaction } from "./in-transaction.ts";
import type { Database, Drizzle } from "./open.ts";

/**
 * Runs a query that takes the first rows in the order of an index. Where PostgreSQL wrongly expects few rows, as it does of
 * a log that has grown since ANALYZE, it would rather read and sort all of them, by a bitmap of the same index or without
 * one.
 */
export function byIndex<T>(database: Database, query: (orm: Drizzle) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.execute(sql`set local enable_bitmapscan = off; set local enable_seqscan = off`);
    return query(transaction);
  });
}
