import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { EventSignature } from "#server/audit/log/event-signer.ts";
import type { ChainPosition } from "#server/audit/verification/verify-chain.ts";

/** The last line of an export: the signature of the last exported event. */
export interface Seal {
  readonly checkpoint: EventSignature;
  /** The event before the first event of the file; missing if the file begins with the first event of the log. */
  readonly after?: { readonly seq: number; readonly hash: string };
  /** Set for an archive: the log continues after the events of the file. */
  readonly continues?: true;
}

export const SEAL_START = '{"checkpoint":';

const MAX_LENGTH = 4_096;

/** Returns a seal as a line without line break. The events of the file follow the event `start`. */
export function printSeal(start: ChainPosition, seal: Omit<Seal, "after">): string {
  const after = start.seq === 0 ? {} : { after: { seq: start.seq, hash: start.hash.toString("hex") } };
  return JSON.stringify({ ...seal, ...after } satisfies Seal);
}

/** Returns the seal at the end of an export, if it has one. */
export function readSeal(file: string): Seal | undefined {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const end = Buffer.alloc(Math.min(size, MAX_LENGTH));
    readSync(handle, end, 0, end.length, size - end.length);
    const line = end.toString().trimEnd().split("\n").at(-1) ?? "";
    return line.startsWith(SEAL_START) ? JSON.parse(line) : undefined;
  } finally {
    closeSync(handle);
  }
}

/** Returns the event before the first event of an export. It cannot be forged: the first event's hash depends on it. */
export function startOfExport(file: string): ChainPosition {
  const { seq, hash } = readSeal(file)?.after ?? { seq: 0, hash: "00".repeat(32) };
  return { seq, hash: Buffer.from(hash, "hex") };
}
