import { existsSync, mkdirSync, readdirSync, renameSync, statfsSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files without which a PGlite database cannot be opened. */
const REQUIRED = ["PG_VERSION", "global/pg_control", "base/5/PG_VERSION"];

/** The folder of the database `postgres`, which holds all tables. Created last. */
const TABLES = "base/5";

/** Upper bound of the disk space that a new database needs, in bytes. */
const BYTES_TO_CREATE = 128 * 1024 * 1024;

/**
 * Returns whether a folder contains a database, the remains of an interrupted creation, or nothing, judged by its file
 * names. Throws if the folder is unreadable or a database lacks files, so that neither is mistaken for "nothing".
 */
export function inspectDatabaseFolder(folder: string): "database" | "unfinished" | "nothing" {
  if (list(folder).length === 0) return "nothing";
  if (list(join(folder, TABLES)).length === 0) return "unfinished";
  const missing = REQUIRED.filter(
    (name) => !existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, name)),
  );
  if (missing.length === 0) return "database";
  throw new Error(
    `The database in ${folder} is damaged. Missing: ${missing.join(", ")}. Nothing was changed. ` +
      `Restore the missing files, or move the folder away and restore a backup (npm run restore).`,
  );
}

/**
 * Creates a database in `folder` atomically: `create` fills a temporary folder, which is renamed at the end. Deletes
 * nothing: the remains of an interrupted creation are moved aside, and `notify` is called.
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
      `An earlier creation of the database was interrupted. ${leftover} was moved to ${aside} and can be deleted.`,
    );
  }
  requireRoom(folder);
  notify(`Creating the embedded database in ${folder}. A slow machine may take minutes.`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await create(draft);
  // Synced before the rename, so that after a power failure the final name never exists without the content.
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

/** Throws if the disk is nearly full: creation would fail, and each retry would leave another unfinished folder. */
function requireRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(join(folder, ".."));
  if (bavail * bsize >= BYTES_TO_CREATE) return;
  throw new Error(`Not enough disk space to create a database in ${folder}. At least 128 MiB must be free.`);
}

const AT_ONCE = 16;

/** Flushes a folder and its contents to disk: first the files, then the folders that contain them. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathsOf = (wanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(wanted).map((entry) => join(entry.parentPath, entry.name));
  await syncAll(pathsOf((entry) => entry.isFile()));
  await syncAll([...pathsOf((entry) => entry.isDirectory()), folder]);
}

async function syncAll(paths: readonly string[]): Promise<void> {
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    await Promise.all(paths.slice(start, start + AT_ONCE).map(syncOne));
  }
}

/** Flushes the content of a file or the directory entries of a folder. */
async function syncOne(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
