import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CHECKPOINT_FILE, type CheckpointSource, readCheckpoints } from "#server/infra/audit-log/checkpoint.ts";
import { checkSignatureWith, readPublicKeys } from "#server/infra/audit-log/checkpoint-keys.ts";
import { readSeal } from "#server/services/audit/seal.ts";

/** The checkpoints in a folder, of the database with this id. */
export function sourceOfFolder(folder: string, databaseId: string): CheckpointSource {
  const keys = existsSync(folder) ? readPublicKeys(folder) : new Map();
  return {
    databaseId,
    read: () => readCheckpoints(join(folder, CHECKPOINT_FILE)),
    checkSignature: (checkpoint) => checkSignatureWith(keys, checkpoint),
  };
}

/**
 * The checkpoints for an export: the one at its end and those in its folder. The key at its end is not used, because a
 * forger could have created it.
 */
export function sourceOfExport(file: string): CheckpointSource {
  const seal = readSeal(file);
  const beside = sourceOfFolder(dirname(file), seal?.checkpoint.database_id ?? "");
  const own = seal === undefined ? [] : [seal.checkpoint];
  const all = [...beside.read(), ...own];
  // Without a checkpoint at its end, the file does not name its database: there may be only one.
  const [only = "", ...more] = new Set(all.map((checkpoint) => checkpoint.database_id));
  return {
    ...beside,
    databaseId: seal?.checkpoint.database_id ?? (more.length === 0 ? only : ""),
    read: () => all,
  };
}
