import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSeal } from "#server/audit/export/seal.ts";
import type { TrustedKeys } from "#server/audit/log/log-keys.ts";
import {
  type CheckpointSource,
  readTreeStatement,
  sourceOfLog,
  type TreeStatement,
} from "#server/audit/tree/checkpoint-source.ts";
import { checkpointFile, listLogs } from "#server/audit/tree/signed-tree.ts";

const COPY = ".checkpoint";

/**
 * Reads the checkpoints in a folder, to verify the audit log of the database with this id: the last checkpoint of each
 * log, and copies from a bucket (DATABASE_ID/*.checkpoint).
 */
export async function sourceOfFolder(
  folder: string,
  databaseId: string,
  trusted: TrustedKeys,
): Promise<CheckpointSource> {
  return {
    ...sourceOfLog(folder, databaseId, await trusted(databaseId)),
    async readTrees() {
      const found: Promise<TreeStatement[]>[] = [];
      const read = async (id: string, file: string) =>
        readTreeStatement(id, await trusted(id), readFileSync(file, "utf8"));
      for (const id of listLogs(folder)) found.push(read(id, checkpointFile(folder, id)));
      for (const id of listFolders(folder))
        for (const name of readdirSync(join(folder, id)))
          if (name.endsWith(COPY)) found.push(read(id, join(folder, id, name)));
      return (await Promise.all(found)).flat();
    },
  };
}

/**
 * Collects the checkpoints for verifying exported files: the signature at the end of each file, and the checkpoints in
 * `folder` (default: the folder of the first file).
 */
export async function sourceOfExports(
  files: readonly string[],
  trusted: TrustedKeys,
  folder = dirname(files[0] ?? ""),
): Promise<CheckpointSource> {
  const seals = files.flatMap((file) => readSeal(file)?.checkpoint ?? []);
  const named = seals.at(-1)?.database_id;
  const trees = await (await sourceOfFolder(folder, named ?? "", trusted)).readTrees();
  // Without a signature at the end of a file, the database is known only if all checkpoints belong to the same one.
  const ids = [...seals.map((one) => one.database_id), ...trees.map((one) => one.databaseId)];
  const [only = "", ...more] = new Set(ids);
  const databaseId = named ?? (more.length === 0 ? only : "");
  return {
    ...sourceOfLog(folder, databaseId, await trusted(databaseId)),
    readSignatures: () => seals,
    readTrees: async () => trees,
  };
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
