import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { draftOf } from "./replace-file.ts";

/**
 * Reads a private file (0600), creating it if it does not exist. Creation is atomic: a crash leaves no partial file,
 * and processes that start at the same time read the same content.
 */
export function readOrCreate(file: string, make: () => string): string {
  const found = readText(file);
  if (found !== undefined) return found;
  const draft = draftOf(file);
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    tryLink(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Gives the file `from` the second name `to`, atomically. Returns false if `to` exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
