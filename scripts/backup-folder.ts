import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CHECKPOINT_FILE } from "#server/audit/log/checkpoint-file.ts";
import type { Config } from "#server/config/read-config.ts";

/** The parts of a backup: one of the first two, depending on the database, and its companions. */
export function backupPaths(folder: string) {
  return {
    embedded: join(folder, "database"),
    postgres: join(folder, "database.dump"),
    checkpoints: join(folder, "checkpoints"),
  };
}

/** Files in DATA_DIR that the gateway created and cannot create again. */
const KEYS = ["auth-secret", "checkpoint-key.pem", "first-run.json"];

export function copyKeys(from: string, to: string): void {
  for (const name of KEYS) if (existsSync(join(from, name))) copyNew(join(from, name), join(to, name));
}

/** Other entries may exist there, such as a disk's `lost+found` or a temporary file of a gateway that is starting. */
const CHECKPOINT_FILES = /^(checkpoints\.jsonl|verified\.json|public-key.*\.pem)$/;

export function copyCheckpoints(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const entries = readdirSync(from, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && CHECKPOINT_FILES.test(entry.name))) {
    copyNew(join(from, name), join(to, name));
  }
}

/** Whether there are checkpoints. Older ones never replace them, because they reveal a rollback. */
export function hasCheckpoints({ checkpointDir }: Config): boolean {
  return existsSync(join(checkpointDir, CHECKPOINT_FILE));
}

/** Copies a file unless the target exists. */
function copyNew(from: string, to: string): void {
  if (!existsSync(to)) copyFileSync(from, to, constants.COPYFILE_EXCL);
}
