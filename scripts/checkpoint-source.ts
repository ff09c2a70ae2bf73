import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSeal } from "#server/audit/export/seal.ts";
import type { CheckpointSource } from "#server/audit/log/checkpoint.ts";
import { CHECKPOINT_FILE, readCheckpoints } from "#server/audit/log/checkpoint-file.ts";
import { checkSignatureWith, readPublicKeys } from "#server/audit/log/checkpoint-keys.ts";

/** Returns the checkpoints in a folder that belong to this database. */
export function sourceOfFolder(folder: string, databaseId: string): CheckpointSource {
  const keys = existsSync(folder) ? readPublicKeys(folder) : new Map();
  return {
    databaseId,
    read: () => readCheckpoints(join(folder, CHECKPOINT_FILE)),
    readKeys: () => (checkpoint) => checkSignatureWith(keys, checkpoint),
  };
}

/**
 * Returns the checkpoints for exports: those at the ends of the files and those in a folder, by default the first
 * file's. The keys in the files are not used, because a forger could have created them.
 */
export function sourceOfExports(files: readonly string[], folder = dirname(files[0] ?? "")): CheckpointSource {
  const seals = files.flatMap((file) => readSeal(file)?.checkpoint ?? []);
  const named = seals.at(-1)?.database_id;
  const stored = sourceOfFolder(folder, named ?? "");
  const all = [...stored.read(), ...seals];
  // A file without a checkpoint at its end does not name its database, so there may be only one.
  const [only = "", ...more] = new Set(all.map((checkpoint) => checkpoint.database_id));
  return { ...stored, databaseId: named ?? (more.length === 0 ? only : ""), read: () => all };
}
