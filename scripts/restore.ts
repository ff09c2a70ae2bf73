import { cpSync, existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "pg";
import { type Config, readConfig } from "#server/config/read-config.ts";
import { explainConnectionError } from "#server/db/explain-connection-error.ts";
import { parseDatabaseUrl } from "#server/db/parse-database-url.ts";
import { inspectDatabaseFolder } from "#server/db/pglite/database-folder.ts";
import { ensureFolder } from "#server/db/pglite/ensure-folder.ts";
import { lockFolder } from "#server/db/pglite/lock-folder.ts";
import { backupPaths, copyCheckpoints, copyKeys, hasCheckpoints } from "./backup-folder.ts";
import { runPostgresTool } from "./postgres-tool.ts";

/**
 * `npm run restore -- FOLDER`: restores a backup into an empty PostgreSQL database, or into a DATA_DIR without a
 * database. Overwrites nothing. Existing checkpoints stay, so the gateway detects at its next start if the backup lacks
 * recorded events.
 */

const [source] = process.argv.slice(2);

try {
  if (source === undefined) throw new Error("Usage: npm run restore -- FOLDER (the folder of a backup)");
  const config = readConfig();
  const paths = backupPaths(resolve(source));
  ensureFolder(config.dataDir, "DATA_DIR");
  if (config.databaseUrl === undefined) restoreEmbedded(config, paths.embedded);
  else await restorePostgres(config.databaseUrl, paths.postgres);
  copyKeys(resolve(source), config.dataDir);
  if (hasCheckpoints(config)) console.log(`The existing checkpoints in ${config.checkpointDir} were not replaced.`);
  else await copyCheckpoints(paths.checkpoints, config.checkpointDir);
  console.log("The backup is restored. Verify it before you start the gateway: npm run verify");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function restoreEmbedded({ dataDir }: Config, backup: string): void {
  if (inspectDatabaseFolder(backup) !== "database") throw notOf("the embedded database", backup);
  const unlock = lockFolder(join(dataDir, "database.lock"));
  try {
    const folder = join(dataDir, "database");
    const draft = `${folder}.restoring`;
    for (const path of [folder, draft]) {
      if (inspectDatabaseFolder(path) !== "nothing") throw new Error(`${path} is not empty. Move it away first.`);
    }
    cpSync(backup, draft, { recursive: true, preserveTimestamps: true });
    renameSync(draft, folder);
  } finally {
    unlock();
  }
}

async function restorePostgres(databaseUrl: string, backup: string): Promise<void> {
  if (!existsSync(backup)) throw notOf("PostgreSQL", backup);
  const client = new Client(parseDatabaseUrl(databaseUrl));
  await client.connect().catch((error) => Promise.reject(explainConnectionError(error)));
  try {
    const { rows } = await client.query(
      "select from pg_tables where schemaname !~ '^(pg_|information_schema$)' limit 1",
    );
    if (rows.length > 0) throw new Error("The database in DATABASE_URL is not empty. Create a new database.");
  } finally {
    await client.end();
  }
  runPostgresTool("pg_restore", databaseUrl, ["--single-transaction", "--exit-on-error", "--no-owner", backup]);
}

function notOf(store: string, path: string): Error {
  return new Error(
    `This is not a backup of ${store}: ${path} is missing. If the backup is from another kind of database, set or unset DATABASE_URL.`,
  );
}
