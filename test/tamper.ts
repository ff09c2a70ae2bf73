import type { Database } from "#server/db/open.ts";

/** Runs SQL statements with superuser permissions: without triggers, so that audit events can be changed. */
export async function tamper({ pool }: Pick<Database, "pool">, ...statements: readonly string[]): Promise<void> {
  await pool.query(
    ["set session_replication_role = replica", ...statements, "set session_replication_role = default"].join(";"),
  );
}
