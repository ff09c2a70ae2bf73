import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Ensures that `folder` exists and is writable. A new or empty folder becomes private (0700); a folder with files keeps
 * its mode, because it may have other uses. `variable` is the environment variable with the path, for error messages.
 */
export function ensureFolder(folder: string, variable: string): void {
  try {
    make(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (readdirSync(folder).length === 0) chmodSync(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The folder ${folder} of ${variable} cannot be used (${reason}). ` +
        `Set ${variable} to a folder that this user can create and write to.`,
    );
  }
}

/**
 * Creates one level at a time: recursive `mkdirSync` never returns if the system reports "no such file or directory"
 * for a folder whose parent exists, for example in /proc.
 */
function make(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) make(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have just created it.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
