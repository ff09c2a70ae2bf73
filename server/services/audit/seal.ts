import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Checkpoint } from "#server/infra/audit-log/checkpoint.ts";

/** An export's last line: a checkpoint of its last event, and the key that it is signed with. */
export interface Seal {
  readonly checkpoint: Checkpoint;
  /** PEM. */
  readonly public_key: string;
}

export const SEAL_START = '{"checkpoint":';

const LONGEST = 4_096;

/** The seal at the end of an export, where it has one. */
export function readSeal(file: string): Seal | undefined {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const end = Buffer.alloc(Math.min(size, LONGEST));
    readSync(handle, end, 0, end.length, size - end.length);
    const line = end.toString().trimEnd().split("\n").at(-1) ?? "";
    return line.startsWith(SEAL_START) ? JSON.parse(line) : undefined;
  } finally {
    closeSync(handle);
  }
}
