import { readFileSync, rmSync, statfsSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { replaceFile } from "#server/db/replace-file.ts";

/** The process that holds the lock. Content of the lock file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Boot id of the machine, which changes at each restart; empty if the system has none. */
  readonly boot: string;
}

export interface Machine {
  readonly host: string;
  readonly boot: string;
  /** Whether other machines may use the folder's file system at the same time without sharing its locks. */
  isShared(folder: string): boolean;
}

/**
 * Locks a folder that only one process may use, such as that of an embedded database, and returns a function that
 * releases the lock. The operating-system lock ends with its process and works between containers. The lock file
 * contains the holder, for error messages, and remains after a crash. `remedy` says how to choose another folder.
 */
export function lockFolder(
  lockFile: string,
  here: Machine = thisMachine(),
  remedy = "set DATA_DIR to another folder",
): () => void {
  const unlock = tryOsLock(`${lockFile}.os`);
  if (unlock === undefined) throw inUse(lockFile, waitForHolder(lockFile), remedy);
  try {
    requireEnded(lockFile, here);
    const mine = JSON.stringify({ pid: process.pid, host: here.host, boot: here.boot } satisfies Holder);
    replaceFile(lockFile, mine, 0o600);
    return () => {
      if (readText(lockFile) === mine) rmSync(lockFile);
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Throws if the holder in the lock file may still be running. Because this process has the operating-system lock, that
 * is only possible on another machine that shares the file system but not its locks.
 */
function requireEnded(lockFile: string, here: Machine): void {
  const text = readText(lockFile);
  if (text === undefined || !here.isShared(dirname(lockFile))) return;
  const holder = parseHolder(text);
  if (holder !== undefined && holder.boot === here.boot && (here.boot !== "" || holder.host === here.host)) return;
  throw new Error(
    `The data folder may be in use: it was locked by ${nameOf(holder)}, on another machine or before this machine was ` +
      `restarted, and other machines may share its file system. Make sure that no process uses the folder, ` +
      `remove ${lockFile}, and start again.`,
  );
}

function inUse(lockFile: string, holder: Holder | undefined, remedy: string): Error {
  return new Error(`The data folder is in use by ${nameOf(holder)} (${lockFile}). Stop that process, or ${remedy}.`);
}

function nameOf(holder: Holder | undefined): string {
  return holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;
}

/** Returns the holder in the lock file. Waits briefly, because it is written just after the lock is acquired. */
function waitForHolder(lockFile: string): Holder | undefined {
  for (let tries = 0; ; tries++) {
    const holder = parseHolder(readText(lockFile));
    if (tries === 20 || (holder !== undefined && exists(holder.pid))) return holder;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    const { pid, host, boot } = JSON.parse(text ?? "");
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, host: String(host), boot: String(boot) } : undefined;
  } catch {
    return undefined;
  }
}

function thisMachine(): Machine {
  return { host: hostname(), boot: readText("/proc/sys/kernel/random/boot_id")?.trim() ?? "", isShared };
}

/** Linux file system types that are local to one machine. Other types may be shared between machines. */
const LOCAL = new Map([
  ["ext4", 0xef53],
  ["xfs", 0x58465342],
  ["btrfs", 0x9123683e],
  ["zfs", 0x2fc12fc1],
  ["f2fs", 0xf2f52010],
  ["bcachefs", 0xca451a4e],
  ["overlayfs", 0x794c7630],
  ["tmpfs", 0x01021994],
]);

function isShared(folder: string): boolean {
  if (process.platform !== "linux") return false;
  const type = statfsSync(folder).type >>> 0;
  return ![...LOCAL.values()].includes(type);
}

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
function tryOsLock(file: string): (() => void) | undefined {
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
