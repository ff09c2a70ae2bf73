import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { parseNote } from "#lib/tlog/signed-note.ts";
import { checkpointFile, listLogs, treeFolder } from "#server/audit/tree/signed-tree.ts";
import { copyTiles, openTileFolder } from "#server/audit/tree/tiles.ts";
import type { Config } from "#server/config/read-config.ts";

/** Paths in a backup folder. A backup contains either the embedded database or a PostgreSQL dump, never both. */
export function backupPaths(folder: string) {
  return {
    embedded: join(folder, "database"),
    postgres: join(folder, "database.dump"),
    checkpoints: join(folder, "checkpoints"),
  };
}

/** Files in DATA_DIR that the gateway generates once and cannot recreate if they are lost. */
const KEYS = ["auth-secret", "log-key.pem", "first-run.json"];

export function copyKeys(from: string, to: string): void {
  for (const name of KEYS) if (existsSync(join(from, name))) copyNew(join(from, name), join(to, name));
}

/**
 * The only file outside the trees that is copied: the folder may also contain a disk's `lost+found` or a gateway's
 * temporary files.
 */
const MARK = "verified.json";

export async function copyCheckpoints(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  if (existsSync(join(from, MARK))) copyNew(join(from, MARK), join(to, MARK));
  for (const databaseId of listLogs(from)) await copyTree(from, to, databaseId);
}

/** Copies the last checkpoint of a log and the tiles of its tree. A gateway may add events meanwhile. */
async function copyTree(from: string, to: string, databaseId: string): Promise<void> {
  const [source, target] = [treeFolder(from, databaseId), treeFolder(to, databaseId)];
  const copy = checkpointFile(to, databaseId);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  copyNew(checkpointFile(from, databaseId), copy);
  const size = parseCheckpoint(parseNote(readFileSync(copy, "utf8"))?.text ?? "")?.size ?? 0;
  await copyTiles(openTileFolder(source), openTileFolder(target), size);
}

/**
 * Whether CHECKPOINT_DIR already has checkpoints. A restore must not replace them with older ones: they reveal that the
 * database was rolled back.
 */
export function hasCheckpoints({ checkpointDir }: Config): boolean {
  return listLogs(checkpointDir).length > 0;
}

function copyNew(from: string, to: string): void {
  // The times are kept, because the time of a checkpoint's file tells which log was signed last.
  if (!existsSync(to)) cpSync(from, to, { force: false, errorOnExist: true, preserveTimestamps: true });
}
