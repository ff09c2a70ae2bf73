import type { Pool } from "pg";

/** The worst failure that an acknowledged write survives: none, a process crash, or a power loss. */
export type Durability = "none" | "process" | "power";

/** Reads the durability from PostgreSQL's settings for this role and database. */
export async function readDurability(pool: Pool): Promise<Durability> {
  const { rows } = await pool.query<{ synchronous_commit: string; fsync: string }>(
    "select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync",
  );
  return toDurability(rows[0]?.synchronous_commit, rows[0]?.fsync);
}

export function toDurability(synchronousCommit: string | undefined, fsync: string | undefined): Durability {
  if (synchronousCommit === "off") return "none";
  return fsync === "off" ? "process" : "power";
}
