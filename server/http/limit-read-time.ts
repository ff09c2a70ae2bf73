import type { IncomingMessage, Server } from "node:http";

/**
 * Reports a body that has not arrived in time as node:http reports headers that have not. node's own limit for a whole
 * request knows no exceptions.
 */
export function limitReadTime(server: Server, request: IncomingMessage, milliseconds: number): void {
  const { headers, socket } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => {
    if (request.complete || socket.destroyed) return;
    const error = Object.assign(new Error("The request did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", error, socket);
  }, milliseconds).unref();
  // Not at its "close": Next closes a request that it has answered unread, while its body goes on arriving.
  request.once("end", () => clearTimeout(timer));
}
