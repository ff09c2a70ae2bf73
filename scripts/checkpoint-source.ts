import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSeal } from "#server/audit/export/seal.ts";
import type { CheckpointSource } from "#server/audit/log/checkpoint.ts";
import { CHECKPOINT_FILE, readCheckpoints } from "#server/audit/log/checkpoint-file.ts";
import { checkSignatureWith, readPublicKeys } from "#server/audit/log/checkpoint-keys.ts";

/** The checkpoints in a folder, of the database with this id. */
export function sourceOfFolder(folder: string, databaseId: string): CheckpointSource {
  const keys = existsSync(folder) ? readPublicKeys(folder) : new Map();
  return {
    databaseId,
    read: () => readCheckpoints(join(folder, CHECKPOINT_FILE)),
    readKeys: () => (checkpoint) => checkSignatureWith(keys, checkpoint),
  };
}

/**
 * The checkpoints for exports: those at their ends and those in a folder, by default that of the first file. The keys at
 * their ends are not used, because a forger could have created them.
 */
export function sourceOfExports(files: readonly string[], folder = dirname(files[0] ?? "")): CheckpointSource {
  const seals = files.flatMap((file) => readSeal(file)?.checkpoint ?? []);
  const named = seals.at(-1)?.database_id;
  const beside = sourceOfFolder(folder, named ?? "");
  const all = [...beside.read(), ...seals];
  // Without a checkpoint at its end, a file does not name its database: there may be only one.
  const [only = "", ...more] = new Set(all.map((checkpoint) => checkpoint.database_id));
  return { ...beside, databaseId: named ?? (more.length === 0 ? only : ""), read: () => all };
}
