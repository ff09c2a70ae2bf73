import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Resource usage of a process since its start, read from Linux's /proc; zeros on other systems. */
export interface Usage {
  /** Microseconds of CPU time: main thread; V8's other threads (mostly garbage collection); all other threads. */
  readonly cpu: { readonly main: number; readonly v8: number; readonly others: number };
  /** Microseconds of CPU time of the PostgreSQL processes that serve the database. */
  readonly server: number;
  /** Resident memory in MiB. */
  readonly memory: number;
}

const TICK_US = 1e6 / Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/** Reads the usage of process `pid` and of the PostgreSQL database at the URL `database`, if defined. */
export function readUsage(pid: number, database: string | undefined): Usage {
  const cpu = { main: 0, v8: 0, others: 0 };
  for (const thread of list(`/proc/${pid}/task`)) {
    const { name, us } = readStat(`/proc/${pid}/task/${thread}/stat`);
    if (thread === String(pid)) cpu.main += us;
    else if (/^(V8Worker|DelayedTask)/.test(name)) cpu.v8 += us;
    else cpu.others += us;
  }
  const pages = Number(read(`/proc/${pid}/statm`).split(" ")[1] ?? 0);
  return {
    cpu,
    server: database === undefined ? 0 : readServer(new URL(database).pathname.slice(1)),
    memory: (pages * 4) / 1024,
  };
}

function readServer(database: string): number {
  let us = 0;
  for (const pid of list("/proc").filter((name) => /^\d+$/.test(name))) {
    if (!read(`/proc/${pid}/cmdline`).includes(` ${database} `)) continue;
    if (read(`/proc/${pid}/comm`).trim() === "postgres") us += readStat(`/proc/${pid}/stat`).us;
  }
  return us;
}

function readStat(file: string): { readonly name: string; readonly us: number } {
  const text = read(file);
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  return {
    name: text.slice(text.indexOf("(") + 1, end),
    us: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_US,
  };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
