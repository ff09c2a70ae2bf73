/** Maximum bytes of an import line: a request of 32 KiB with a title and a note, and room for JSON escapes. */
export const MAX_LINE_BYTES = 128 * 1_024;

/** Lines of a file that are sent in one request. */
export interface Batch {
  /** Undefined if the batch is a single line that is too long to be a request. */
  readonly jsonl: string | undefined;
  /** The number of lines before the batch in the file. */
  readonly offset: number;
  readonly lines: number;
}

const LINES = 25;
/** JSON escapes make a text at most six times as long, so a batch stays below the procedures' body limit of 1 MiB. */
const BATCH_BYTES = MAX_LINE_BYTES;

/** Splits a file into batches that a procedure accepts, so that progress can be shown between them. */
export function splitJsonl(text: string): Batch[] {
  const batches: Batch[] = [];
  let part: string[] = [];
  let bytes = 0;
  let offset = 0;

  function add(jsonl: string | undefined, lines: number): void {
    if (lines > 0) batches.push({ jsonl, offset, lines });
  }
  function end(): void {
    add(part.join("\n"), part.filter((line) => line.trim() !== "").length);
    offset += part.length;
    part = [];
    bytes = 0;
  }

  for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
    const length = byteLength(line);
    if (part.length === LINES || bytes + length > BATCH_BYTES) end();
    if (length > MAX_LINE_BYTES) {
      add(undefined, 1);
      offset++;
    } else {
      part.push(line);
      bytes += length + 1;
    }
  }
  end();
  return batches;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
