import { randomFillSync } from "node:crypto";
import { v7 as uuid } from "uuid";

const SIZE = 16;
/** Drawn at once: to ask the system for random bytes takes longer than to make an id of them. */
const block = new Uint8Array(256 * SIZE);
let next = block.length;

/** The id of a new request: a UUID of version 7. */
export function newRequestId(): string {
  if (next === block.length) {
    randomFillSync(block);
    next = 0;
  }
  const random = block.subarray(next, next + SIZE);
  next += SIZE;
  return uuid({ random });
}
