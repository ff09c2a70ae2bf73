import type { Entry } from "./file-content.ts";

/** Maximum bytes of an import line: a request of 32 KiB with a title and a note, and room for JSON escapes. */
export const MAX_LINE_BYTES = 128 * 1_024;

/** Entries that are sent in one request. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** One line per entry; undefined if the batch is a single entry that is too long to be a request. */
  readonly jsonl: string | undefined;
}

interface BatchLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * Batches that a procedure accepts, with progress between them. JSON escapes make a text at most six times as long, so a
 * batch stays below the procedures' body limit of 1 MiB.
 */
const OF_PROCEDURES: BatchLimits = { lines: 25, bytes: MAX_LINE_BYTES };

export function batchEntries(entries: readonly Entry[], limits: BatchLimits = OF_PROCEDURES): Batch[] {
  const batches: Batch[] = [];
  let part: Entry[] = [];
  let bytes = 0;

  function end(): void {
    if (part.length > 0) batches.push({ entries: part, jsonl: toJsonl(part) });
    part = [];
    bytes = 0;
  }

  for (const entry of entries) {
    const length = byteLength(entry.text);
    const isTooLong = length > MAX_LINE_BYTES;
    if (isTooLong || part.length === limits.lines || bytes + length > limits.bytes) end();
    if (isTooLong) batches.push({ entries: [entry], jsonl: undefined });
    else {
      part.push(entry);
      bytes += length + 1;
    }
  }
  end();
  return batches;
}

/** Returns one line per entry. JSON has line breaks only between tokens, where a space means the same. */
function toJsonl(entries: readonly Entry[]): string {
  return entries.map(({ text }) => text.replaceAll(/[\r\n]+/g, " ")).join("\n");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
