import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { tryLink } from "./try-link.ts";

/** Who holds a folder: enough to tell a living holder from one that was killed and whose number was given away again. */
interface Holder {
  readonly pid: number;
  readonly started: string;
  readonly host: string;
}

/**
 * Takes the lock of an embedded database: two processes on one folder lose rows without a word. The file lies beside
 * the folder. A lock whose holder is dead is taken over; a living holder is named in the error. Returns the release.
 */
export function lockFolder(lockFile: string): () => void {
  const mine = JSON.stringify(holderOf(process.pid));
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    if (!tryLink(draft, lockFile)) {
      removeStale(lockFile, draft);
      if (!tryLink(draft, lockFile)) refuse(lockFile, readHolder(lockFile));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(lockFile) === mine) rmSync(lockFile, { force: true });
  };
}

function removeStale(lockFile: string, draft: string): void {
  const found = readText(lockFile);
  const holder = parseHolder(found);
  if (holder !== undefined && isAlive(holder)) refuse(lockFile, holder);
  // Another process may do the same at this moment: what was moved aside must be what was judged.
  const aside = `${draft}.stale`;
  renameSync(lockFile, aside);
  const moved = readText(aside);
  if (moved !== found) tryLink(aside, lockFile);
  rmSync(aside, { force: true });
}

function refuse(lockFile: string, holder: Holder | undefined): never {
  const who = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;
  throw new Error(`The data folder is in use by ${who} (${lockFile}). Stop it, or set DATA_DIR to another folder.`);
}

function readHolder(lockFile: string): Holder | undefined {
  return parseHolder(readText(lockFile));
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
    const { pid, started, host } = JSON.parse(text ?? "");
    return { pid: Number(pid), started: String(started), host: String(host) };
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  const started = startOf(holder.pid);
  return started !== undefined && started === holder.started;
}

function holderOf(pid: number): Holder {
  return { pid, started: startOf(pid) ?? "unknown", host: hostname() };
}

/** When a process started, in the system's own words; undefined where there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The fields after the name, which is in brackets and may hold anything: the 20th of them is the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot} ${fields[19]}`;
  } catch {
    if (process.platform === "linux") return undefined;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}
