import type { Database } from "#server/db/open.ts";
import type { Authenticator } from "./authenticate.ts";

/** Stores the time of the last use of each credential. Runs periodically, not in each request, to save statements. */
export async function recordUses(database: Database, authenticator: Authenticator): Promise<void> {
  const uses = authenticator.takeUses();
  if (uses.size === 0) return;
  await database.pool.query(
    `insert into credential_uses (credential_id, at) select * from unnest($1::text[], $2::timestamptz[])
     on conflict (credential_id) do update set at = greatest(credential_uses.at, excluded.at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
