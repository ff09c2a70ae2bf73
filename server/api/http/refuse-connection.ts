import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { closeAfterwards, isClosing, latestExchange, whenAnswered } from "./exchanges.ts";
import { type HttpResponse, refusal } from "./http-response.ts";
import { breakBody, type HttpRefusal } from "./node-body.ts";
import { refuseMethod } from "./refuse-head.ts";
import { LINGER_MS, sendResponse } from "./send-response.ts";

/** What node:http reports of a head that has not arrived in time, and limitReadTime() of a body. */
const TOO_LATE = "ERR_HTTP_REQUEST_TIMEOUT";

/**
 * Answers, in JSON like every refusal, what node:http could not read as a request. What arrived before it on the same
 * connection is answered first, and a request that has its answer gets no second one.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === TOO_LATE) unlessMoreArrived(socket, () => refuse(error, socket));
  else refuse(error, socket);
}

/**
 * Calls back unless there was more to read. After the process was too busy to read, timers come first: what has arrived in
 * time is read right after them.
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
    // The connection itself failed.
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
    // Whoever still reads the body must learn that no more will come.
    socket.once("close", () => request.destroy());
    sendResponse(request, response, toAnswer(refused));
  }
}

/** Answers CONNECT: this is no proxy. */
export function refuseTunnel(_: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy()).resume();
  if (isClosing(socket)) return;
  closeAfterwards(socket);
  whenAnswered(socket, () => endWith(socket, refuseMethod()));
}

/** Ends a connection, after an answer where there is one to give. */
function endWith(socket: Duplex, answer?: HttpResponse): void {
  // Ended already where the request before this one asked for it.
  if (!socket.writable) return;
  socket.end(answer === undefined ? undefined : toText(answer));
  // A caller that is still sending is listened to for a moment, for a reset would swallow the answer.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

function toText({ status, headers, body }: HttpResponse): string {
  const all = { ...headers, Connection: "close", "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}

/** Undefined: an error of the connection, after which nobody is there to read an answer. */
function refusalOf(code = ""): HttpRefusal | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, message: HTTP_REFUSALS[431].message };
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return { status: 413, message: "The chunk extensions are too large." };
  if (code === TOO_LATE) return { status: 408, message: HTTP_REFUSALS[408].message };
  if (code.startsWith("HPE_")) return { status: 400, message: HTTP_REFUSALS[400].message };
  return undefined;
}

function toAnswer({ status, message }: HttpRefusal): HttpResponse {
  return refusal(status, uuid(), message);
}
