import type { IncomingMessage } from "node:http";
import { v7 as uuid } from "uuid";
import { bodyLimit, bodyTooLarge } from "./body-limit.ts";
import { type HttpResponse, refusal } from "./http-response.ts";

/** The longest path of ours is a batch of ten procedures, with 300 characters. */
const MAX_PATH = 1_024;
/** A procedure's input stands in the query. */
const MAX_TARGET = 8_192;

/**
 * Refuses a request outside `/v1` that is too large, before anything of it is read: by the length of its target, and of
 * its body where it has a Content-Length. Other bodies are counted while they are read.
 */
export function refuseOversized({ url = "", headers }: Sized, path: string): HttpResponse | undefined {
  if (path.length > MAX_PATH) return refusal(414, uuid(), `The path exceeds ${MAX_PATH} characters.`);
  if (url.length > MAX_TARGET) return refusal(414, uuid(), `The request's target exceeds ${MAX_TARGET} characters.`);
  const limit = bodyLimit(path);
  return Number(headers["content-length"]) > limit ? bodyTooLarge(limit) : undefined;
}

type Sized = Pick<IncomingMessage, "url" | "headers">;
