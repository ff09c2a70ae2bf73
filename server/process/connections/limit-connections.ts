import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { within } from "#server/base/within.ts";
import { isImport, isProcedure } from "#server/gateway/http/body-limit.ts";
import { closeAfterwards, isClosing, latestExchange, whenAnswered } from "#server/gateway/http/exchanges.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { breakBody, type HttpRefusal } from "#server/gateway/http/node-body.ts";
import { LINGER_MS, sendResponse } from "#server/gateway/http/send-response.ts";
import { refuseMethod } from "./refuse-head.ts";
import { requestPath } from "./request-path.ts";

/** Interval of the sweep. Limits are measured in sweeps, so that a stalled process closes no connection by mistake. */
export const SWEEP_MS = 1_000;
/** Default of `server.keepAliveTimeoutBuffer`: the announced timeout is shorter, as requests need time to arrive. */
const TOLD_LESS_MS = 1_000;
/** Time limit for receiving a body. An import may take longer, but its sender may not pause for this long. */
const READ_MS = 10_000;
const TAKE_MS = 20_000;
/** Verifying a long log and importing a long file take minutes, during which nothing is sent. */
const LONG_WORK_MS = 1_800_000;
/** Number of bytes that a client must read within TAKE_MS, or the rest of the response if that is less. */
const TAKE_BYTES = 16 * 1_024;

export interface ConnectionLimits {
  /** How long a connection without a request stays open. */
  readonly keepAliveMs: number;
  /** Time limit for the process to send a response or the next part of a response. */
  readonly answerMs: number;
}

/** A wait of a connection: for a reader, a body, a response or the next request. */
interface Wait {
  /** Identity of the wait. The time limit restarts when the identity changes. */
  readonly for: unknown;
  readonly bytes: number;
  /** The time limit restarts after this many more bytes. */
  readonly progress: number;
  readonly ms: number;
  end(): void;
}

/**
 * Closes connections on which the sender, the process or the reader makes no progress. Returns the function that sweeps
 * all connections. Until its first request, a connection is limited by node's `headersTimeout`.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => void {
  const connections = new Map<Socket, { readonly wait: Wait; readonly since: number } | undefined>();
  let now = 0;
  server.keepAliveTimeout = Math.max(1, limits.keepAliveMs - TOLD_LESS_MS);
  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  return function sweep() {
    now += SWEEP_MS;
    for (const [socket, last] of connections) {
      const wait = findWait(server, socket, limits);
      if (wait === undefined) {
        connections.set(socket, undefined);
      } else if (last === undefined || last.wait.for !== wait.for || wait.bytes - last.wait.bytes >= wait.progress) {
        connections.set(socket, { wait, since: now });
      } else if (now - last.since >= wait.ms) {
        connections.set(socket, undefined);
        wait.end();
      }
    }
  };
}

function findWait(server: Server, socket: Socket, { keepAliveMs, answerMs }: ConnectionLimits): Wait | undefined {
  if (socket.writableLength > 0) {
    // Resets the connection, because after an orderly close the kernel would keep the unread response for minutes.
    const end = () => void socket.resetAndDestroy();
    return { for: "reader", bytes: bytesTaken(socket), progress: TAKE_BYTES, ms: TAKE_MS, end };
  }
  const exchange = latestExchange(socket);
  if (exchange === undefined) return undefined;
  const { request, response } = exchange;
  const destroy = () => void socket.destroy();
  const path = requestPath(request.url);
  const imports = isImport(path);
  if (!request.complete && !(request.readableLength > 0 && imports)) {
    const progress = imports ? 1 : Number.POSITIVE_INFINITY;
    const end = () => (isClosing(socket) ? socket.destroy() : reportLateBody(server, socket));
    return { for: request, bytes: socket.bytesRead, progress, ms: READ_MS, end };
  }
  // Limited here too, because node's `keepAliveTimeout` restarts with every received byte, such as an empty line.
  if (response.closed) return { for: response, bytes: 0, progress: 1, ms: keepAliveMs, end: destroy };
  if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return undefined;
  const ms = imports || isProcedure(path) ? LONG_WORK_MS : answerMs;
  return { for: exchange, bytes: socket.bytesWritten, progress: 1, ms, end: destroy };
}

/** Emits the error for a late body that node:http emits for late headers. */
function reportLateBody(server: Server, socket: Socket): void {
  const error = Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, socket);
}

/**
 * Returns how many bytes the kernel has accepted, from node's internal handle, because `socket.bytesWritten` counts a
 * large chunk as soon as it is queued. The timeouts of node use the handle in the same way.
 */
function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  return Number(Reflect.get(handle, "bytesWritten")) - Number(Reflect.get(handle, "writeQueueSize"));
}

/** Interval of the probes. Most requests are answered before the first one. */
const PROBE_MS = 500;
/** Number of probes. If the caller is gone, the first write causes a TCP reset, and the second write fails. */
const PROBES = 2;

/**
 * Lets the caller of a prediction close its sending side and still read the response. TCP signals a half close and a
 * full close in the same way, so a caller that waits longer gets interim responses (1xx), which HTTP/1.1 clients ignore.
 * If the caller is gone, writing them breaks the connection, and the request is cancelled. On other addresses, a client
 * that closes its sending side has left.
 */
export function allowHalfClose(server: Server): void {
  // The option is missing in node's types. Without this option, node closes half-closed connections immediately.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => socket.once("end", () => probe(socket)));
}

function probe(socket: Duplex): void {
  const exchange = latestExchange(socket);
  if (exchange === undefined || isClosing(socket)) return;
  const { request, response } = exchange;
  if (requestPath(request.url) !== "/v1/predict") {
    if (!response.writableEnded) socket.destroy();
    return;
  }
  let probes = 0;
  const timer = setInterval(() => {
    if (response.headersSent || probes === PROBES) clearInterval(timer);
    // HTTP/1.0 has no interim responses, but its remaining users are proxies, which never half-close a connection.
    else if (request.httpVersion === "1.0") socket.destroy();
    else response.writeContinue();
    probes += 1;
  }, PROBE_MS);
  socket.once("close", () => clearInterval(timer));
}

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

const LOOK_EVERY_MS = 50;
/** Time for the last responses. Recording an outcome may take 3 seconds. */
const LAST_ANSWERS_MS = 4_000;
const LAST_BYTES_MS = 1_000;
const STOPPING = { status: 503, message: HTTP_REFUSALS[503].cause };

/** Requests that a server has not answered yet. */
export type OpenRequests = Map<ServerResponse, IncomingMessage>;

interface DrainOptions {
  readonly server: Server;
  readonly open: Iterable<readonly [ServerResponse, IncomingMessage]>;
  /** Time limit in milliseconds for the requests in flight. */
  readonly drainMs: number;
  /** Ends every prediction in flight as if its deadline had passed. */
  readonly endPredictions: () => void;
}

/**
 * Stops accepting connections and waits `drainMs` for the responses to requests in flight. Then ends predictions and
 * refuses all other requests. Finally closes connections whose client does not read its response.
 */
export async function drain({ server, open, drainMs, endPredictions }: DrainOptions): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Keep-alive connections would stay open after their last response.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  for (const [response] of open) sayLast(response);
  const closesWithin = (milliseconds: number) =>
    within(milliseconds, closed).then(
      () => true,
      () => false,
    );
  if (!(await closesWithin(drainMs))) {
    endPredictions();
    for (const [, request] of open) breakBody(request, STOPPING);
    await closesWithin(LAST_ANSWERS_MS);
    for (const [response, request] of open) {
      if (!response.headersSent) sendResponse(request, response, stopping());
    }
    await closesWithin(LAST_BYTES_MS);
    server.closeAllConnections();
    await closed;
  }
  clearInterval(idle);
}

/** Tells the client to close its connection after this answer (`Connection: close`). */
export function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

function stopping() {
  return refusal(STOPPING.status, uuid(), STOPPING.message, { "Retry-After": "1" });
}
