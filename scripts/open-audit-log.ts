import { openCheckpoints } from "#server/audit/log/checkpoint.ts";
import { guardCheckpoints } from "#server/audit/log/guard-checkpoints.ts";
import { checkpointLocations, openWithHistory } from "#server/audit/log/open-with-history.ts";
import { openLogTree } from "#server/audit/tree/open-log-tree.ts";
import type { Config } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import type { Database } from "#server/db/open.ts";

/**
 * Opens the database for a command and closes it afterwards. Throws if the database has lost events that a checkpoint
 * refers to; with `evenIfBehind`, for read-only commands, opens it anyway.
 */
export async function withAuditLog<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { evenIfBehind = false } = {},
): Promise<T> {
  const onNotice = (notice: string) => console.error(notice);
  const database = await openWithHistory(config, { onError: () => {}, onNotice, evenIfBehind });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens the checkpoints and the Merkle tree of an open audit log. */
export async function openProofs(config: Config, database: Database) {
  const { folder, keyFile } = checkpointLocations(config);
  const checkpoints = openCheckpoints(folder, keyFile, await readDatabaseId(database));
  const guarded = guardCheckpoints(checkpoints, database, () => {});
  const tree = await openLogTree(config, database, guarded, (detail) => console.error(detail));
  return { checkpoints, tree };
}
