import { randomFillSync } from "node:crypto";
import { v7 as uuid } from "uuid";

const SIZE = 16;
/** Random bytes for 256 ids, generated in one call, because the system call costs more than building an id. */
const block = new Uint8Array(256 * SIZE);
let next = block.length;

/** Returns a new UUIDv7. */
export function newRequestId(): string {
  if (next === block.length) {
    randomFillSync(block);
    next = 0;
  }
  const random = block.subarray(next, next + SIZE);
  next += SIZE;
  return uuid({ random });
}
