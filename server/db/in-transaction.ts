import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Drizzle } from "./open.ts";

/**
 * Runs `work` in one transaction. Inside it, only `transaction` may be used: the embedded database has one connection,
 * and waiting for a second would wait for ever. A connection on which anything failed is thrown away, so that a frozen
 * server's is not handed to the next caller.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Drizzle) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const result = await work(drizzle({ client }));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
