import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSeal } from "#server/audit/export/seal.ts";
import type { CheckpointSource } from "#server/audit/log/checkpoint.ts";
import { CHECKPOINT_FILE, readCheckpoints } from "#server/audit/log/checkpoint-file.ts";
import { checkSignatureWith, readPublicKeys } from "#server/audit/log/checkpoint-keys.ts";

/** Reads checkpoints and public keys from a folder, to verify the audit log of the database with this id. */
export function sourceOfFolder(folder: string, databaseId: string): CheckpointSource {
  const keys = existsSync(folder) ? readPublicKeys(folder) : new Map();
  return {
    databaseId,
    read: () => readCheckpoints(join(folder, CHECKPOINT_FILE)),
    readKeys: () => (checkpoint) => checkSignatureWith(keys, checkpoint),
  };
}

/**
 * Collects the checkpoints for verifying exported files: the checkpoint at the end of each file, and the checkpoints in
 * `folder` (default: the folder of the first file). Public keys come only from the folder, because whoever forges a
 * file can also put a key into it.
 */
export function sourceOfExports(files: readonly string[], folder = dirname(files[0] ?? "")): CheckpointSource {
  const seals = files.flatMap((file) => readSeal(file)?.checkpoint ?? []);
  const named = seals.at(-1)?.database_id;
  const stored = sourceOfFolder(folder, named ?? "");
  const all = [...stored.read(), ...seals];
  // Without a checkpoint at the end of a file, the database is known only if all checkpoints belong to the same one.
  const [only = "", ...more] = new Set(all.map((checkpoint) => checkpoint.database_id));
  return { ...stored, databaseId: named ?? (more.length === 0 ? only : ""), read: () => all };
}
