import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isImport, isProcedure } from "#server/gateway/http/body-limit.ts";
import { isClosing, latestExchange } from "#server/gateway/http/exchanges.ts";
import { requestPath } from "./request-path.ts";

/** Interval of the sweep. It counts calls, not time, so a stalled process cuts no connection by mistake. */
export const SWEEP_MS = 1_000;
/** The default of `server.keepAliveTimeoutBuffer`: clients see a shorter timeout, as requests take time to arrive. */
const TOLD_LESS_MS = 1_000;
/** Time limit for a body. An import may take longer but not pause for this long. */
const READ_MS = 10_000;
const TAKE_MS = 20_000;
/** Verifying a long log and importing a long file take minutes, during which nothing is sent. */
const LONG_WORK_MS = 1_800_000;
/** The minimum a client must read in TAKE_MS; the rest of the answer if that is less. */
const TAKE_BYTES = 16 * 1_024;

export interface ConnectionLimits {
  /** How long a connection without a request stays open. */
  readonly keepAliveMs: number;
  /** How long the process may take for an answer or the next part of it. */
  readonly answerMs: number;
}

/** The reason why a connection is waiting, and its time limit. */
interface Wait {
  /** Identity of the wait: the limit restarts when this changes. */
  readonly for: unknown;
  readonly bytes: number;
  /** This many more bytes restart the limit. */
  readonly progress: number;
  readonly ms: number;
  end(): void;
}

/**
 * Cuts connections on which the sender, the process or the reader makes no progress. Returns the sweep over all
 * connections. Before its first request, a connection is limited by node's `headersTimeout`.
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
    // Reset, because after an orderly close the kernel would hold the answer for minutes.
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
  // node's own `keepAliveTimeout` restarts with every byte, such as an empty line.
  if (response.closed) return { for: response, bytes: 0, progress: 1, ms: keepAliveMs, end: destroy };
  if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return undefined;
  const ms = imports || isProcedure(path) ? LONG_WORK_MS : answerMs;
  return { for: exchange, bytes: socket.bytesWritten, progress: 1, ms, end: destroy };
}

/** Reports a late body as node:http reports late headers. */
function reportLateBody(server: Server, socket: Socket): void {
  const error = Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, socket);
}

/**
 * Returns how many bytes the kernel has accepted. `bytesWritten` counts a large chunk as soon as it is queued. node's
 * own timeouts read the handle too.
 */
function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  return Number(Reflect.get(handle, "bytesWritten")) - Number(Reflect.get(handle, "writeQueueSize"));
}
