import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { closeAfterwards, isClosing, latestExchange, whenAnswered } from "#server/gateway/http/exchanges.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { breakBody, type HttpRefusal } from "#server/gateway/http/node-body.ts";
import { LINGER_MS, sendResponse } from "#server/gateway/http/send-response.ts";
import { refuseMethod } from "./refuse-head.ts";

/** Error code for late headers (from node:http) and for a late body (from limitConnections()). */
const TOO_LATE = "ERR_HTTP_REQUEST_TIMEOUT";

/**
 * Answers malformed HTTP with a JSON error, after all earlier requests on the connection are answered. A request never
 * gets a second response.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === TOO_LATE) unlessMoreArrived(socket, () => refuse(error, socket));
  else refuse(error, socket);
}

/**
 * Calls back unless more data of the request has arrived. In a busy process, timers fire before sockets are read, so
 * data that arrived in time must be read first.
 */
function unlessMoreArrived(socket: Duplex, then: () => void): void {
  const before = latestExchange(socket);
  const wasComplete = before?.request.complete;
  setImmediate(() => {
    const now = latestExchange(socket);
    if (now === before && now?.request.complete === wasComplete) then();
  });
}

function refuse(error: Error & { code?: string }, socket: Duplex): void {
  const refused = refusalOf(error.code);
  if (refused === undefined) {
    // The connection itself failed, so no response can be sent.
    socket.destroy();
    return;
  }
  if (isClosing(socket)) return;
  closeAfterwards(socket);
  const latest = latestExchange(socket);
  if (latest === undefined || latest.request.complete) {
    whenAnswered(socket, () => endWith(socket, toAnswer(refused)));
  } else if (latest.response.headersSent) {
    whenAnswered(socket, () => endWith(socket));
  } else if (!breakBody(latest.request, refused)) {
    const { request, response } = latest;
    // Ends the body for a handler that still reads it.
    socket.once("close", () => request.destroy());
    sendResponse(request, response, toAnswer(refused));
  }
}

/** Answers CONNECT: this server is not a proxy. */
export function refuseTunnel(_: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy()).resume();
  if (isClosing(socket)) return;
  closeAfterwards(socket);
  whenAnswered(socket, () => endWith(socket, refuseMethod()));
}

function endWith(socket: Duplex, answer?: HttpResponse): void {
  // The previous request may have ended the connection already.
  if (!socket.writable) return;
  socket.end(answer === undefined ? undefined : toText(answer));
  // Waits briefly before closing the connection, because a TCP reset could discard the response.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

function toText({ status, headers, body }: HttpResponse): string {
  const all = { ...headers, Connection: "close", "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}

/** Returns the refusal for an error code of node's HTTP parser; undefined for an error of the connection itself. */
function refusalOf(code = ""): HttpRefusal | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, message: HTTP_REFUSALS[431].cause };
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return { status: 413, message: "The chunk extensions are too large." };
  if (code === TOO_LATE) return { status: 408, message: HTTP_REFUSALS[408].cause };
  if (code.startsWith("HPE_")) return { status: 400, message: HTTP_REFUSALS[400].cause };
  return undefined;
}

function toAnswer({ status, message }: HttpRefusal): HttpResponse {
  return refusal(status, uuid(), message);
}
