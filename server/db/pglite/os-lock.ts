import { DatabaseSync } from "node:sqlite";

/** SQLite's error code for a lock held by another process. The higher bits of an error code contain details. */
const BUSY = 5;

/** References to the locks of this process, because garbage collection would release the locks. */
const held = new Set<DatabaseSync>();

/**
 * Takes an operating-system lock, which ends with this process even after a crash, and returns a function that releases
 * the lock. Returns undefined if another process holds it, in any container of the machine. The file is not deleted.
 * Node has no API for such locks, but includes SQLite, which takes them (fcntl or LockFileEx) on every system. No other
 * code may open the file: when a process closes a file, POSIX releases all locks of the process on this file.
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
