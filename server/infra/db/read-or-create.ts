import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * The text of a file that only this deployment may read; made where there is none. It appears whole, so that a kill
 * leaves no half of it, and processes that start at the same moment agree on one.
 */
export function readOrCreate(file: string, make: () => string): string {
  const found = readText(file);
  if (found !== undefined) return found;
  const draft = `${file}.${process.pid}`;
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

/** Makes the whole file `from` appear at once under the name `to` as well; false where there is one already. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
