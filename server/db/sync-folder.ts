import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

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
