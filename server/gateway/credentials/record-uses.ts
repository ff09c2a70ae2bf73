import type { Database } from "#server/db/open.ts";
import type { Authenticator } from "./authenticate.ts";

/** Stores when each credential was last used. Runs periodically, to save one statement per request. */
export async function recordUses(database: Database, authenticator: Authenticator): Promise<void> {
  const uses = authenticator.takeUses();
  if (uses.size === 0) return;
  await database.pool.query(
    `update credentials set last_used_at = used.at
     from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) where credentials.id = used.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}
