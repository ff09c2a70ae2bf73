import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The steps of a run that cannot be replayed: one JSON line each, in a temporary file. */
export interface Trace {
  readonly path: string;
  note(step: string, details?: object): void;
  /** Calls `listener` with each step from now on, instead of an earlier listener. */
  follow(listener: (step: string) => void): void;
  remove(): void;
}

export function openTrace(): Trace {
  const path = join(mkdtempSync(join(tmpdir(), "gateway-trace-")), "trace.jsonl");
  let follow = (_step: string) => {};
  return {
    path,
    note(step, details) {
      appendFileSync(path, `${JSON.stringify({ at: new Date(), step, ...details })}\n`);
      follow(step);
    },
    follow(listener) {
      follow = listener;
    },
    remove: () => rmSync(dirname(path), { recursive: true }),
  };
}

export function pick<T>(list: readonly [T, ...T[]]): T;
export function pick<T>(list: readonly T[]): T | undefined;
export function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
