import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

// The latest exchange of each connection. HTTP/1.1 sends responses in order: if the latest is sent, all are sent.
const latest = new WeakMap<Duplex, Exchange>();
const closing = new WeakSet<Duplex>();

/**
 * Registers a new request on its connection. Returns false if the connection is about to close: then the request must
 * not be processed (RFC 9112, section 9.6).
 */
export function beginExchange(request: IncomingMessage, response: ServerResponse): boolean {
  if (closing.has(request.socket)) return false;
  latest.set(request.socket, { request, response });
  return true;
}

export function latestExchange(socket: Duplex): Exchange | undefined {
  return latest.get(socket);
}

/** Marks a connection to be closed after the current response. Further requests on it are ignored. */
export function closeAfterwards(socket: Duplex): void {
  closing.add(socket);
}

export function isClosing(socket: Duplex): boolean {
  return closing.has(socket);
}

/** Calls `then` once every request that arrived on the connection is answered. */
export function whenAnswered(socket: Duplex, then: () => void): void {
  const exchange = latest.get(socket);
  if (exchange === undefined || exchange.response.closed) then();
  else exchange.response.once("close", then);
}
