import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "#server/config/read-config.ts";
import { inspectDatabaseFolder } from "#server/db/pglite/database-folder.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { lockFolder } from "#server/db/pglite/lock-folder.ts";
import { backupPaths, copyCheckpoints, copyKeys } from "./backup-folder.ts";
import { runPostgresTool } from "./postgres-tool.ts";

/**
 * `npm run backup -- FOLDER`: copies the database, its checkpoints and the keys in DATA_DIR to a new folder. With the
 * embedded database, stop the gateway first; with PostgreSQL, it may keep running.
 */

const [target] = process.argv.slice(2);

try {
  if (target === undefined) throw new Error("Usage: npm run backup -- FOLDER (a new folder)");
  await backUp(resolve(target));
  const { dataDir, logKeyFile } = readConfig();
  if (logKeyFile !== join(dataDir, "log-key.pem"))
    console.log(
      `It does not contain LOG_KEY_FILE (${logKeyFile}), without which the log cannot continue. Keep a copy.`,
    );
  console.log(`The backup is in ${resolve(target)}. It contains secret keys and passwords: protect it like DATA_DIR.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function backUp(folder: string): Promise<void> {
  const { dataDir, databaseUrl, checkpointDir } = readConfig();
  const paths = backupPaths(folder);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Choose a folder that does not exist yet.`);
  }
  const source = join(dataDir, "database");
  if (databaseUrl === undefined && inspectDatabaseFolder(source) !== "database") {
    throw new Error(`There is no database in ${dataDir}.`);
  }
  const unlock = databaseUrl === undefined ? lockFolder(join(dataDir, "database.lock")) : () => {};
  try {
    ensureFolder(folder, "FOLDER");
    copyKeys(dataDir, folder);
    // Checkpoints are copied before the database, so the backup contains every event that a copied checkpoint refers
    // to.
    await copyCheckpoints(checkpointDir, paths.checkpoints);
    if (databaseUrl === undefined) cpSync(source, paths.embedded, { recursive: true, preserveTimestamps: true });
    else runPostgresTool("pg_dump", databaseUrl, ["--format=custom", `--file=${paths.postgres}`]);
  } finally {
    unlock();
  }
}
