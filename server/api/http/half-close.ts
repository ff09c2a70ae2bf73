import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { isClosing, latestExchange } from "./exchanges.ts";

/** Most requests are answered before the first probe. */
const PROBE_MS = 500;
/** To a caller who is gone, the first write meets a reset, and the second one an error. */
const PROBES = 2;

/**
 * Lets a caller end what it sends and still read its answer. TCP tells the end of one direction and the end of both in
 * the same way, so a caller whose answer takes a while is sent an interim response, which every client of HTTP/1.1
 * passes over: where nobody is left, that breaks the connection, and the request is abandoned.
 */
export function allowHalfClose(server: Server): void {
  // A property of node's own that its types do not have. Without it, node closes at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => socket.once("end", () => probe(socket)));
}

function probe(socket: Duplex): void {
  const exchange = latestExchange(socket);
  if (exchange === undefined || isClosing(socket)) return;
  const { request, response } = exchange;
  // A stream of events may be silent for hours, and has no end that anybody would wait for.
  if (String(response.getHeader("content-type")).startsWith("text/event-stream")) {
    socket.destroy();
    return;
  }
  let probes = 0;
  const timer = setInterval(() => {
    if (response.headersSent || probes === PROBES) clearInterval(timer);
    // HTTP/1.0 has no interim responses. Those who still speak it are proxies, which end both directions at once.
    else if (request.httpVersion === "1.0") socket.destroy();
    else response.writeContinue();
    probes += 1;
  }, PROBE_MS);
  socket.once("close", () => clearInterval(timer));
}
