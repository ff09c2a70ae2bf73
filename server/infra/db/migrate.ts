import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";

const LOCK = 7305112024;

/** Brings the schema up to date, once, however many processes start at the same moment. */
export async function migrate(pool: Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Whoever migrates may take longer than other statements wait for a lock.
    await client.query("set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    try {
      await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LOCK]);
      await client.query("reset lock_timeout");
    }
  } finally {
    client.release();
  }
}
