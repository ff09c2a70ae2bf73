import { hash } from "node:crypto";
import type { ValidRequest } from "./valid-request.ts";

/** Estimated bytes of memory per byte of body, for the strings and objects that are derived from it. */
const GROWTH = 8;

export type KnownRequests = ReturnType<typeof createKnownRequests>;

/**
 * Cache of the most recent valid requests by the SHA-256 of their bodies, because callers send an approved input many
 * times. Cached values depend only on the bytes: forecasts, bindings and approvals are never cached. Uses about
 * `maxBytes` of memory; 0 disables the cache.
 */
export function createKnownRequests(maxBytes: number) {
  /** The cache has two generations: a full newer map becomes the older one. Entries in use move to the newer map. */
  let newer = new Map<string, ValidRequest>();
  let older = newer;
  let size = 0;

  return {
    /** Returns the request in these bytes. On a cache miss, calls `read`, which throws if the request is invalid. */
    find(bytes: Uint8Array, read: () => ValidRequest): ValidRequest {
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
