import { DatabaseSync } from "node:sqlite";

/** SQLite's code for a lock that somebody else holds; the bits above say more about it. */
const BUSY = 5;

/** The locks of this process. They are referenced here because one that is garbage collected is released. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that the operating system keeps for this process and ends with it, however it ends; undefined where
 * another process has it, in whichever container of the machine. Returns the release. The file stays.
 *
 * Node has no call for such locks, and brings SQLite, which has to take them (fcntl or LockFileEx) on every system.
 * Nothing else may open the file: where a process closes a file, POSIX ends all its locks on it.
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
