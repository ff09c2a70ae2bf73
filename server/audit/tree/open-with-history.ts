import { join } from "node:path";
import type { Config } from "#server/config/read-config.ts";
import { readDatabaseId } from "#server/db/database-id.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#server/db/open.ts";
import { explain, findForeign, findLostHistory } from "./find-lost-history.ts";

/**
 * Opens the database of a deployment. Throws if the database has lost events, or LOG_KEY_FILE lacks the key of a log
 * that has a checkpoint, unless the caller reports on the loss (`evenIfBehind`). Also throws, instead of creating a new
 * database, if a database with checkpoints is missing.
 */
export async function openWithHistory(
  config: Config,
  { evenIfBehind = false, ...listeners }: Pick<DatabaseOptions, "onNotice"> & { evenIfBehind?: boolean },
): Promise<Database> {
  const database = await openDatabase({
    ...listeners,
    url: config.databaseUrl,
    isPooled: config.databasePooler === "transaction",
    timeoutMs: config.databaseTimeoutMs,
    dataDir: config.dataDir,
    code: join(config.root, "server", "db"),
    async beforeCreating() {
      const expected = await findForeign(config);
      if (expected !== undefined) throw new Error(explain(config, expected, `no database in ${config.dataDir}`));
    },
  });
  if (evenIfBehind) return database;
  try {
    const lost = await findLostHistory(database, await readDatabaseId(database), config);
    if (lost !== undefined) throw new Error(lost.explanation);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
