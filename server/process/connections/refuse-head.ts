import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { bodyLimit, bodyTooLarge } from "#server/gateway/http/body-limit.ts";
import { headerValues } from "#server/gateway/http/header-values.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The response to a method that no path supports. */
export function refuseMethod(): HttpResponse {
  return refusal(405, uuid(), HTTP_REFUSALS[405].message, { Allow: METHODS.join(", ") });
}

/** `host` or `host:port` (RFC 9110, section 7.2): a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^([\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(:\d*)?$/i;

/** Paths reserved for the one operation. */
const OPERATIONS = /^\/(v\d+|predict)(\/|$)/i;

/** Refuses requests by their head that neither the operation nor Next should see. `path` comes from requestPath(). */
export function refuseHead(request: IncomingMessage, path: string | undefined): HttpResponse | undefined {
  return refuseFraming(request) ?? refuseTarget(request, path);
}

/** Checks required by RFC 9112 for every path: sections 2.3 (version), 3.2 (Host) and 6.1 (Transfer-Encoding). */
function refuseFraming(request: IncomingMessage): HttpResponse | undefined {
  if (request.httpVersionMajor !== 1) return malformed(505, HTTP_REFUSALS[505].message);
  const old = request.httpVersion === "1.0";
  const [host, ...more] = headerValues(request, "host");
  if (host === undefined && !old) return malformed(400, "The request names no Host.");
  if (more.length > 0) return malformed(400, "The request names more than one Host.");
  if (host !== undefined && !HOST.test(host)) return malformed(400, "The request's Host is not a host.");
  const coding = request.headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (old) return malformed(400, "HTTP/1.0 has no Transfer-Encoding.");
  if (coding.toLowerCase() !== "chunked") return malformed(501, HTTP_REFUSALS[501].message);
  return undefined;
}

function refuseTarget(request: IncomingMessage, path: string | undefined): HttpResponse | undefined {
  if (path === "/v1/predict") return undefined;
  if (!METHODS.includes(request.method ?? "")) return refuseMethod();
  if (path === undefined) return malformed(400, "The request target is malformed or not supported.");
  const decoded = decode(path);
  if (decoded === undefined) return refusal(400, uuid(), "The path has a malformed percent escape.");
  if (!isNormal(path) || OPERATIONS.test(decoded)) return refusal(404, uuid(), HTTP_REFUSALS[404].message);
  return refuseOversized(request, path) ?? refuseRouterState(request);
}

/** Next would answer a router state that it cannot read with 500, and log a stack. */
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

/** Next resolves `..` and similar segments, and would serve the operation under other paths than its own. */
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
/** The query contains the input of a procedure. */
const MAX_TARGET = 8_192;

/**
 * Refuses an oversized request outside `/v1` before reading it, by the length of its target and its Content-Length.
 * Bodies without one are counted while they are read.
 */
export function refuseOversized({ url = "", headers }: Sized, path: string): HttpResponse | undefined {
  if (path.length > MAX_PATH) return refusal(414, uuid(), `The path exceeds ${MAX_PATH} characters.`);
  if (url.length > MAX_TARGET) return refusal(414, uuid(), `The request's target exceeds ${MAX_TARGET} characters.`);
  const limit = bodyLimit(path);
  return Number(headers["content-length"]) > limit ? bodyTooLarge(limit) : undefined;
}

type Sized = Pick<IncomingMessage, "url" | "headers">;
