import type { IncomingMessage, ServerResponse } from "node:http";
import { closeAfterwards } from "./exchanges.ts";
import type { HttpResponse } from "./http-response.ts";

/** Keeps the connection open while the caller is still sending: an immediate close could lose the response. */
export const LINGER_MS = 1_000;

/** Sends the response, unless the request was already answered, for example with a refusal of a broken connection. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): void {
  if (response.headersSent) return;
  const closes = headers.Connection === "close" || response.getHeader("connection") === "close";
  if (closes || !request.complete) closeAfterwards(request.socket);
  const length = { "Content-Length": Buffer.byteLength(body) };
  if (request.complete) {
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === "HEAD" ? undefined : body);
    return;
  }
  response.writeHead(status, { ...headers, ...length, Connection: "close" });
  response.write(body);
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.once("end", finish).once("close", finish).resume();
}
