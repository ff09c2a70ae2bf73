import type { Pool } from "pg";
import { LOCKS } from "./locks.ts";

/**
 * Throws unless an advisory lock that one connection holds excludes another. The hash chain needs it: databases that are
 * only compatible with PostgreSQL may accept the statement and lock nothing.
 */
export async function requireLocks(pool: Pool): Promise<void> {
  const [holder, other] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock($1)", [LOCKS.probe]);
    await other.query("begin");
    const { rows } = await other.query("select pg_try_advisory_xact_lock($1) as taken", [LOCKS.probe]);
    if (rows[0]?.taken === false) return;
    throw new Error(
      "Advisory locks in the database in DATABASE_URL do not block other transactions, so two gateways could fork the " +
        "audit log. Use PostgreSQL, or a database in which pg_advisory_xact_lock really locks (see docs/scaling.md).",
    );
  } finally {
    for (const client of [other, holder]) {
      const failed = await client.query("rollback").then(
        () => false,
        () => true,
      );
      client.release(failed);
    }
  }
}
