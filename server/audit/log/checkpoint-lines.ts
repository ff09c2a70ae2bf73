import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import type { EventSignature } from "./event-signer.ts";

/** Checkpoints of earlier releases, one per line as JSON. New releases read the file and do not write it. */
export const CHECKPOINT_LINES = "checkpoints.jsonl";

/** Size of the read buffer in bytes. */
const PIECE = 65_536;

/**
 * Yields the checkpoints of a file. Reads piece by piece, because the file may exceed the maximum string length. Skips
 * an incomplete last line, which a crash cut off. An invalid line becomes an empty signature, which is never genuine.
 */
export function* readCheckpointLines(file: string): Generator<EventSignature> {
  if (!existsSync(file)) return;
  const handle = openSync(file, "r");
  try {
    const piece = Buffer.alloc(PIECE);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const count = readSync(handle, piece);
      if (count === 0) return;
      rest = Buffer.concat([rest, piece.subarray(0, count)]);
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        yield parseLine(rest.toString("utf8", 0, end));
        rest = rest.subarray(end + 1);
      }
    }
  } finally {
    closeSync(handle);
  }
}

function parseLine(line: string): EventSignature {
  try {
    return readEventSignature(JSON.parse(line));
  } catch {
    return readEventSignature(undefined);
  }
}

/** Converts parsed JSON to a signature. A value that is not an object becomes an empty signature, never genuine. */
export function readEventSignature(value: Json | undefined): EventSignature {
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
