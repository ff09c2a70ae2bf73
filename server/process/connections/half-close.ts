import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { isClosing, latestExchange } from "#server/gateway/http/exchanges.ts";

/** Interval of the probes. Most requests are answered before the first one. */
const PROBE_MS = 500;
/** If the caller is gone, the first write causes a TCP reset and the second one fails. */
const PROBES = 2;

/**
 * Lets a caller close its sending side and still read the answer. TCP signals a half close and a full close in the same
 * way, so a caller that waits longer gets interim responses (1xx), which every HTTP/1.1 client ignores. If the caller
 * is gone, they break the connection and the request is cancelled.
 */
export function allowHalfClose(server: Server): void {
  // Missing in node's types. Without it, node closes half-closed connections at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => socket.once("end", () => probe(socket)));
}

function probe(socket: Duplex): void {
  const exchange = latestExchange(socket);
  if (exchange === undefined || isClosing(socket)) return;
  const { request, response } = exchange;
  // An event stream may be silent for hours, and nobody waits for its end.
  if (String(response.getHeader("content-type")).startsWith("text/event-stream")) {
    socket.destroy();
    return;
  }
  let probes = 0;
  const timer = setInterval(() => {
    if (response.headersSent || probes === PROBES) clearInterval(timer);
    // HTTP/1.0 has no interim responses. Its remaining users are proxies, which close both directions at once.
    else if (request.httpVersion === "1.0") socket.destroy();
    else response.writeContinue();
    probes += 1;
  }, PROBE_MS);
  socket.once("close", () => clearInterval(timer));
}
