import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "#server/config/read-config.ts";
import { inspectDatabaseFolder } from "#server/db/pglite/database-folder.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { lockFolder } from "#server/db/pglite/lock-folder.ts";
import { backupPaths, copyCheckpoints, copyKeys } from "./backup-folder.ts";
import { runPostgresTool } from "./postgres-tool.ts";

/**
 * `npm run backup -- FOLDER`: copies the database, its checkpoints and the keys of DATA_DIR into a new folder. The
 * embedded database must not be in use; PostgreSQL may be.
 */

const [target] = process.argv.slice(2);

try {
  if (target === undefined) throw new Error("Name the folder to make: npm run backup -- FOLDER");
  backUp(resolve(target));
  console.log(`The backup is in ${resolve(target)}. It holds keys and passwords: keep it as safe as DATA_DIR.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function backUp(folder: string): void {
  const { dataDir, databaseUrl, checkpointDir } = readConfig();
  const paths = backupPaths(folder);
  // Two backups never share a folder.
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Name a folder that does not exist yet.`);
  }
  const source = join(dataDir, "database");
  if (databaseUrl === undefined && inspectDatabaseFolder(source) !== "database") {
    throw new Error(`There is no database in ${dataDir}.`);
  }
  const unlock = databaseUrl === undefined ? lockFolder(join(dataDir, "database.lock")) : () => {};
  try {
    ensureFolder(folder, "The argument");
    copyKeys(dataDir, folder);
    // Copied before the database, which keeps changing: the backup then contains every event that a checkpoint names.
    copyCheckpoints(checkpointDir, paths.checkpoints);
    if (databaseUrl === undefined) cpSync(source, paths.embedded, { recursive: true, preserveTimestamps: true });
    else runPostgresTool("pg_dump", databaseUrl, ["--format=custom", `--file=${paths.postgres}`]);
  } finally {
    unlock();
  }
}
