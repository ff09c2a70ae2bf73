import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { CHECKPOINT_FILE } from "#server/infra/audit-log/checkpoint.ts";

/** What a backup consists of: one of the first two, by the store, and what belongs to it. */
export function backupPaths(folder: string) {
  return {
    embedded: join(folder, "database"),
    postgres: join(folder, "database.dump"),
    checkpoints: join(folder, "checkpoints"),
  };
}

/** The files of DATA_DIR that the gateway made for itself and cannot make again. */
const KEYS = ["auth-secret", "checkpoint-key.pem", "first-run.json"];

export function copyKeys(from: string, to: string): void {
  for (const name of KEYS) if (existsSync(join(from, name))) copyNew(join(from, name), join(to, name));
}

export function copyCheckpoints(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) copyNew(join(from, name), join(to, name));
}

/** Are there checkpoints? They are never replaced by older ones: they are what reveals a roll-back. */
export function hasCheckpoints({ checkpointDir }: Config): boolean {
  return existsSync(join(checkpointDir, CHECKPOINT_FILE));
}

/** Copies a file, unless there is one already. */
function copyNew(from: string, to: string): void {
  if (!existsSync(to)) copyFileSync(from, to, constants.COPYFILE_EXCL);
}
