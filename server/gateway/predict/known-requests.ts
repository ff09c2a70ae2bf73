import { hash } from "node:crypto";
import type { ValidRequest } from "./valid-request.ts";

/** What a body's bytes become in memory: texts, objects, and what a model reads out of them. */
const GROWTH = 8;

/**
 * Valid requests by the SHA-256 of their bodies, because an approved input is sent many times. What is kept follows from
 * the bytes alone: never a forecast, a binding or an approval.
 */
export interface KnownRequests {
  /** The request in these bytes; `read` reads what is not known, and throws where it is not valid. */
  find(bytes: Uint8Array, read: () => ValidRequest): ValidRequest;
}

/** Keeps at most about `maxBytes` of memory, of the requests that came last; 0 keeps none. */
export function createKnownRequests(maxBytes: number): KnownRequests {
  /** Two halves: when the newer is full it becomes the older, and what is still in use moves over. */
  let newer = new Map<string, ValidRequest>();
  let older = newer;
  let size = 0;

  return {
    find(bytes, read) {
      if (maxBytes === 0) return read();
      const digest = hash("sha256", bytes, "base64");
      const known = newer.get(digest);
      if (known !== undefined) return known;
      const request = older.get(digest) ?? read();
      size += bytes.length * GROWTH;
      if (size > maxBytes / 2) {
        older = newer;
        newer = new Map();
        size = bytes.length * GROWTH;
      }
      newer.set(digest, request);
      return request;
    },
  };
}
