import { DatabaseSync } from "node:sqlite";

/** SQLite's code for a lock held by another process; higher bits give details. */
const BUSY = 5;

/** Keeps references to this process's locks, because garbage collection would release them. */
const held = new Set<DatabaseSync>();

/**
 * Takes an operating-system lock that ends with this process, even after a crash, and returns a function that releases
 * it. Undefined if another process holds it, in any container of the machine. The file remains. Node has no API for such
 * locks, but includes SQLite, which takes them (fcntl or LockFileEx) on every system. Nothing else may open the file:
 * when a process closes a file, POSIX releases all its locks on it.
 */
export function tryOsLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === BUSY) return undefined;
    throw new Error(`${file} cannot be locked (${error instanceof Error ? error.message : error}).`);
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}
