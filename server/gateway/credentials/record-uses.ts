import type { Database } from "#server/db/open.ts";
import type { Authenticator } from "./authenticate.ts";

/** Stores the time of the last use of each credential. Runs periodically, not in each request, to save statements. */
export async function recordUses(database: Database, authenticator: Authenticator): Promise<void> {
  const uses = authenticator.takeUses();
  if (uses.size === 0) return;
  await database.pool.query(
    `update credentials set last_used_at = used.at
     from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) where credentials.id = used.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}
