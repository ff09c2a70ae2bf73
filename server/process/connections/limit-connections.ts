import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isImport, isProcedure } from "#server/gateway/http/body-limit.ts";
import { isClosing, latestExchange } from "#server/gateway/http/exchanges.ts";
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
