import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** Contains one checkpoint per line, as JSON. The file only grows, and several processes may append to it. */
export const CHECKPOINT_FILE = "checkpoints.jsonl";

/** Size of the read buffer in bytes. */
const PIECE = 65_536;

export function* readCheckpoints(file: string): Generator<Checkpoint> {
  for (const line of readLines(file)) yield parseLine(line);
}

export function* readNewestFirst(file: string): Generator<Checkpoint> {
  for (const line of readLinesBackwards(file)) yield parseLine(line);
}

/**
 * Returns a function that finds the newest checkpoint of a database. The function is called every few seconds: the
 * first call reads the file from its end, later calls read only lines appended since.
 */
export function rememberLast(file: string, databaseId: string): () => Checkpoint | undefined {
  let newest: Checkpoint | undefined;
  let read: Line | undefined;

  function readFromEnd(): Checkpoint | undefined {
    for (const line of readLinesBackwards(file)) {
      read ??= line;
      const checkpoint = parseLine(line);
      if (checkpoint.database_id === databaseId) return checkpoint;
    }
    return undefined;
  }

  return function last() {
    if (read === undefined) {
      newest = readFromEnd();
      return newest;
    }
    const lines = readLines(file, read.start);
    // If the last line read is no longer at its offset, the file was replaced.
    if (lines.next().value?.text !== read.text) {
      lines.return(undefined);
      read = undefined;
      return last();
    }
    for (const line of lines) {
      const checkpoint = parseLine(line);
      if (checkpoint.database_id === databaseId) newest = checkpoint;
      read = line;
    }
    return newest;
  };
}

interface Line {
  /** Byte offset in the file. */
  readonly start: number;
  /** Without the line break. */
  readonly text: string;
}

/**
 * Yields the lines of a file from an offset on. Reads piece by piece, because the file may exceed the maximum string
 * length. Skips an incomplete last line: a crash cut it off before it was acknowledged, or it is still being written.
 */
function* readLines(file: string, start = 0): Generator<Line, undefined> {
  if (!existsSync(file)) return;
  const handle = openSync(file, "r");
  try {
    const piece = Buffer.alloc(PIECE);
    let rest: Buffer = Buffer.alloc(0);
    for (let read = start; ; ) {
      const count = readSync(handle, piece, 0, PIECE, read);
      if (count === 0) return;
      rest = Buffer.concat([rest, piece.subarray(0, count)]);
      read += count;
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        yield { start: read - rest.length, text: rest.toString("utf8", 0, end) };
        rest = rest.subarray(end + 1);
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** Yields the lines of a file from last to first. Skips an incomplete last line. */
function* readLinesBackwards(file: string): Generator<Line, undefined> {
  if (!existsSync(file)) return;
  const handle = openSync(file, "r");
  try {
    let start = fstatSync(handle).size;
    let rest: Buffer = Buffer.alloc(0);
    let isWhole = false;
    while (start > 0) {
      const piece = Buffer.alloc(Math.min(PIECE, start));
      start -= piece.length;
      readSync(handle, piece, 0, piece.length, start);
      rest = Buffer.concat([piece, rest]);
      for (let end = rest.lastIndexOf("\n"); end >= 0; end = rest.lastIndexOf("\n")) {
        if (isWhole) yield { start: start + end + 1, text: rest.toString("utf8", end + 1) };
        isWhole = true;
        rest = rest.subarray(0, end);
      }
    }
    if (isWhole) yield { start: 0, text: rest.toString() };
  } finally {
    closeSync(handle);
  }
}

/** Parses a line. An invalid line becomes an empty checkpoint, which the verification reports as an error. */
function parseLine({ text }: Line): Checkpoint {
  try {
    return readCheckpoint(JSON.parse(text));
  } catch {
    return readCheckpoint(undefined);
  }
}

/** Converts parsed JSON to a checkpoint. A value that is not an object becomes an empty checkpoint, never valid. */
export function readCheckpoint(value: Json | undefined): Checkpoint {
  const {
    database_id = "",
    seq = 0,
    hash = "",
    at = "",
    key_id = "",
    signature = "",
  } = isJsonObject(value) ? value : {};
  return {
    database_id: String(database_id),
    seq: Number(seq),
    hash: String(hash),
    at: String(at),
    key_id: String(key_id),
    signature: String(signature),
  };
}

/** Removes an incomplete last line, left by a crash and never acknowledged. Otherwise the next one would extend it. */
export function dropTornLine(file: string): void {
  if (!existsSync(file)) return;
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const byte = Buffer.alloc(1);
    let whole = size;
    // Searches from the end, because the file is long and an incomplete line is short.
    for (; whole > 0; whole--) {
      readSync(handle, byte, 0, 1, whole - 1);
      if (byte.toString() === "\n") break;
    }
    if (whole < size) truncateSync(file, whole);
  } finally {
    closeSync(handle);
  }
}

export function appendCheckpoint(file: string, checkpoint: Checkpoint): void {
  const handle = openSync(file, "a", 0o600);
  const { size } = fstatSync(handle);
  try {
    writeFileSync(handle, `${JSON.stringify(checkpoint)}\n`);
    fsyncSync(handle);
  } catch (error) {
    // A full disk may leave half a line, which would corrupt the next line.
    ftruncateSync(handle, size);
    throw error;
  } finally {
    closeSync(handle);
  }
}
