import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CHECKPOINT_LINES } from "#server/audit/log/checkpoint-lines.ts";
import { checkpointFile, listLogs, treeFolder } from "#server/audit/tree/signed-tree.ts";
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
const KEYS = ["auth-secret", "checkpoint-key.pem", "first-run.json"];

export function copyKeys(from: string, to: string): void {
  for (const name of KEYS) if (existsSync(join(from, name))) copyNew(join(from, name), join(to, name));
}

/** Only these files are copied: the folder may also contain a disk's `lost+found` or a gateway's temporary files. */
const CHECKPOINT_FILES = /^(checkpoints\.jsonl|verified\.json|public-key.*\.pem)$/;

export function copyCheckpoints(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const entries = readdirSync(from, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && CHECKPOINT_FILES.test(entry.name))) {
    copyNew(join(from, name), join(to, name));
  }
  for (const databaseId of listLogs(from)) copyTree(from, to, databaseId);
}

/** Copies a tree while a gateway may extend it: the tiles that existed when its checkpoint was signed never change. */
function copyTree(from: string, to: string, databaseId: string): void {
  const [source, target] = [treeFolder(from, databaseId), treeFolder(to, databaseId)];
  mkdirSync(target, { recursive: true, mode: 0o700 });
  copyNew(checkpointFile(from, databaseId), checkpointFile(to, databaseId));
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name);
    const copy = join(target, file.slice(source.length));
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    // A full tile has replaced a partial one, and is in the list or is not needed.
    if (existsSync(file)) copyNew(file, copy);
  }
}

/**
 * Whether CHECKPOINT_DIR already has checkpoints. A restore must not replace them with older ones: they reveal that the
 * database was rolled back.
 */
export function hasCheckpoints({ checkpointDir }: Config): boolean {
  return listLogs(checkpointDir).length > 0 || existsSync(join(checkpointDir, CHECKPOINT_LINES));
}

function copyNew(from: string, to: string): void {
  if (!existsSync(to)) copyFileSync(from, to, constants.COPYFILE_EXCL);
}
