import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { bodyLimit, bodyTooLarge } from "#server/gateway/http/body-limit.ts";
import { headerValues } from "#server/gateway/http/header-values.ts";
import { type HttpResponse, refusal, refusalOf } from "#server/gateway/http/http-response.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The response to CONNECT, which no path supports. */
export function refuseMethod(): HttpResponse {
  return refusal(405, uuid(), HTTP_REFUSALS[405].cause, { Allow: METHODS.join(", ") });
}

/** A Host header (RFC 9110, section 7.2): name, IPv4 address or IPv6 address in brackets, with an optional port. */
const HOST = /^([\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(:\d*)?$/i;

/** Paths reserved for the prediction operation and its future versions. */
const OPERATIONS = /^\/(v\d+|predict)(\/|$)/i;

/** Returns the refusal of a request that must reach neither the API nor Next. `path` comes from requestPath(). */
export function refuseHead(request: IncomingMessage, path: string | undefined): HttpResponse | undefined {
  return refuseFraming(request) ?? refuseTarget(request, path);
}

/** Checks required by RFC 9112 for every path: sections 2.3 (version), 3.2 (Host) and 6.1 (Transfer-Encoding). */
function refuseFraming(request: IncomingMessage): HttpResponse | undefined {
  if (request.httpVersionMajor !== 1) return malformed(505, HTTP_REFUSALS[505].cause);
  const old = request.httpVersion === "1.0";
  const [host, ...more] = headerValues(request, "host");
  if (host === undefined && !old) return malformed(400, "The Host header is missing.");
  if (more.length > 0) return malformed(400, "The request has more than one Host header.");
  if (host !== undefined && !HOST.test(host)) return malformed(400, "The Host header is not a valid host.");
  const coding = request.headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (old) return malformed(400, "Transfer-Encoding is not allowed in HTTP/1.0.");
  if (coding.toLowerCase() !== "chunked") return malformed(501, HTTP_REFUSALS[501].cause);
  return undefined;
}

function refuseTarget(request: IncomingMessage, path: string | undefined): HttpResponse | undefined {
  if (path === "/v1/predict") return undefined;
  if (path === undefined) return malformed(400, "The request target is malformed or not supported.");
  const decoded = decode(path);
  if (decoded === undefined) return refusal(400, uuid(), "The path has a malformed percent escape.");
  if (!isNormal(path) || OPERATIONS.test(decoded)) return refusal(404, uuid(), HTTP_REFUSALS[404].cause);
  return refuseOversized(request, path) ?? refuseRouterState(request);
}

/** Refuses an unreadable router state, because Next would answer 500 and log a stack trace. */
function refuseRouterState({ headers }: IncomingMessage): HttpResponse | undefined {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return undefined;
  } catch {
    return refusal(400, uuid(), "The header Next-Router-State-Tree is malformed.");
  }
}

/** Refuses a malformed head and closes the connection, because the start of the next request may be unknown. */
function malformed(status: number, message: string): HttpResponse {
  return refusal(status, uuid(), message, { Connection: "close" });
}

/** Whether a path has no segments such as `..`. Next resolves them, and would serve the API under additional paths. */
function isNormal(path: string): boolean {
  return new URL(path, "http://x").pathname === path;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The longest valid path is a batch of ten procedures, about 300 characters. */
const MAX_PATH = 1_024;
/** Maximum length of path and query. The query may contain the input of a procedure. */
const MAX_TARGET = 8_192;

/**
 * Refuses an oversized request outside `/v1` before reading it, by the length of its target and its Content-Length.
 * Bodies without Content-Length are counted while they are read.
 */
export function refuseOversized({ url = "", headers }: Sized, path: string): HttpResponse | undefined {
  if (path.length > MAX_PATH) return refusal(414, uuid(), `The path exceeds ${MAX_PATH} characters.`);
  if (url.length > MAX_TARGET) return refusal(414, uuid(), `The request's target exceeds ${MAX_TARGET} characters.`);
  const limit = bodyLimit(path);
  return Number(headers["content-length"]) > limit ? refusalOf(bodyTooLarge(limit)) : undefined;
}

type Sized = Pick<IncomingMessage, "url" | "headers">;
