import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { within } from "#server/base/within.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { breakBody } from "#server/gateway/http/node-body.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";

const LOOK_EVERY_MS = 50;
/** Time for the last responses. Recording an outcome may take 3 seconds. */
const LAST_ANSWERS_MS = 4_000;
const LAST_BYTES_MS = 1_000;
const STOPPING = { status: 503, message: HTTP_REFUSALS[503].cause };

/** Requests that a server has not answered yet. */
export type OpenRequests = Map<ServerResponse, IncomingMessage>;

export interface DrainOptions {
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
