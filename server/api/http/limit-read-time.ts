import type { IncomingMessage, Server } from "node:http";

/**
 * Reports a body that did not arrive in time in the same way as node:http reports late headers. node's own request
 * timeout cannot exempt single requests.
 */
export function limitReadTime(server: Server, request: IncomingMessage, milliseconds: number): void {
  const { headers, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => {
    if (request.complete || socket.destroyed) return;
    const error = Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", error, socket);
  }, milliseconds).unref();
  // Not on "close": Next closes a request that it answered without reading, while the body still arrives.
  request.once("end", () => clearTimeout(timer));
}
