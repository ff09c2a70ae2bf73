import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSeal, startOfExport } from "#server/audit/export/seal.ts";
import type { Database } from "#server/db/open.ts";
import { databaseIdentity } from "#server/db/schema.ts";

/** Returns the archives of this database; other databases may share the folder. */
export async function listArchives({ orm }: Database, databaseId: string, folder: string): Promise<string[]> {
  const ids = new Set((await orm.select().from(databaseIdentity)).map(({ id }) => id));
  const files = readdirSync(folder)
    .filter((name) => name.startsWith("audit-log-") && name.endsWith(".jsonl"))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    // A file without a checkpoint at its end is included, so that the verification reports it.
    .filter((file) => ids.has(readSeal(file)?.checkpoint.database_id ?? databaseId));
  if (files.length === 0) throw new Error(`There is no archive of this database in ${folder}.`);
  return inOrder(files);
}

/** Sorts files by the position of their first event in the audit log. */
export function inOrder(files: readonly string[]): string[] {
  return files.toSorted((one, other) => startOfExport(one).seq - startOfExport(other).seq);
}
