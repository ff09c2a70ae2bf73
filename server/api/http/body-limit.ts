import { v7 as uuid } from "uuid";
import { type HttpResponse, refusal } from "./http-response.ts";

const KIB = 1_024;

/** Where an import is sent: it is read line by line, and limits itself. */
export const IMPORT_PATH = "/api/import/submissions";

const PROCEDURES = /^\/api\/trpc(\/|$)/;

/** The most bytes that a body may have outside `/v1`, by the path it is sent to. */
export function bodyLimit(path: string): number {
  if (path === IMPORT_PATH) return Number.POSITIVE_INFINITY;
  return (PROCEDURES.test(path) ? 1_024 : 64) * KIB;
}

export function bodyTooLarge(limit: number): HttpResponse {
  return refusal(413, uuid(), `The request body exceeds ${limit / KIB} KiB.`);
}
