import { v7 as uuid } from "uuid";
import { type HttpResponse, refusal } from "./http-response.ts";

const KIB = 1_024;

/** The import path has no body limit here: it reads line by line and limits each line. */
export const IMPORT_PATH = "/api/import/submissions";

const PROCEDURES = /^\/api\/trpc(\/|$)/;

/** The maximum body size in bytes for a path outside `/v1`. */
export function bodyLimit(path: string): number {
  if (path === IMPORT_PATH) return Number.POSITIVE_INFINITY;
  return (PROCEDURES.test(path) ? 1_024 : 64) * KIB;
}

export function bodyTooLarge(limit: number): HttpResponse {
  return refusal(413, uuid(), `The request body exceeds ${limit / KIB} KiB.`);
}
