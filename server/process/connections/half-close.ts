import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { isClosing, latestExchange } from "#server/gateway/http/exchanges.ts";
import { requestPath } from "./request-path.ts";

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
