import { existsSync, mkdirSync, readdirSync, renameSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "#server/db/sync-folder.ts";

/** Every PGlite database has these files and cannot be opened without them. */
const REQUIRED = ["PG_VERSION", "global/pg_control", "base/5/PG_VERSION"];

/** The folder of the database `postgres`, which holds all tables. Created last. */
const TABLES = "base/5";

/** Upper bound of the disk space that a new database needs. */
const BYTES_TO_CREATE = 128 * 1024 * 1024;

/**
 * Returns whether a folder contains a database, the rest of an interrupted creation, or nothing, judged by its files
 * only. Throws if it is unreadable or a database lacks files, because neither may be mistaken for "nothing".
 */
export function inspectDatabaseFolder(folder: string): "database" | "unfinished" | "nothing" {
  if (list(folder).length === 0) return "nothing";
  if (list(join(folder, TABLES)).length === 0) return "unfinished";
  const missing = REQUIRED.filter(
    (name) => !existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name)),
  );
  if (missing.length === 0) return "database";
  throw new Error(
    `The database in ${folder} is damaged: ${missing.join(", ")} cannot be found. Nothing was changed. ` +
      `Bring the files back, or move the folder away and restore a backup (npm run restore).`,
  );
}

/**
 * Creates a database in `folder`, completely or not at all: `create` fills a temporary folder, which is renamed at the
 * end. Nothing is deleted: an interrupted creation is moved aside, and `notify` is called.
 */
export async function createDatabaseFolder(
  folder: string,
  create: (draft: string) => Promise<void>,
  notify: (message: string) => void,
  sync = syncFolder,
): Promise<void> {
  const draft = `${folder}.creating`;
  for (const leftover of [folder, draft]) {
    if (list(leftover).length === 0) continue;
    const aside = freeName(`${folder}.unfinished`);
    renameSync(leftover, aside);
    notify(
      `${leftover} holds a database whose creation was interrupted. It was moved to ${aside}, and may be deleted.`,
    );
  }
  requireRoom(folder);
  notify(`Creating the embedded database in ${folder}. A slow machine may take minutes.`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await create(draft);
  // Synced first, so that the name never exists without the content after a power failure.
  await sync(draft);
  renameSync(draft, folder);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new Error(`The database folder cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

function freeName(base: string): string {
  for (let count = 1; ; count++) if (!existsSync(`${base}-${count}`)) return `${base}-${count}`;
}

/** Creation would fail on a full disk, and each retry would leave another unfinished folder. */
function requireRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(join(folder, ".."));
  if (bavail * bsize >= BYTES_TO_CREATE) return;
  throw new Error(`There is too little space to create a database in ${folder}: at least 128 MiB must be free.`);
}
