import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { refusal } from "./http-response.ts";
import { breakBody } from "./node-body.ts";
import { sendResponse } from "./send-response.ts";

const LOOK_EVERY_MS = 50;
/** For the last answers: an outcome may take 3 seconds to be recorded. */
const LAST_ANSWERS_MS = 4_000;
const LAST_BYTES_MS = 1_000;
const STOPPING = { status: 503, message: HTTP_REFUSALS[503].message };

/** The requests that a server has not answered yet. */
export type OpenRequests = Map<ServerResponse, IncomingMessage>;

export interface DrainOptions {
  readonly server: Server;
  readonly open: OpenRequests;
  /** How long requests in flight may take from now on. */
  readonly drainMs: number;
  /** Has every prediction that is still in flight answered at once, as one whose deadline has passed. */
  readonly endPredictions: () => void;
}

/**
 * Accepts no more connections and has what is in flight answered: by itself for as long as the drain lasts, then with a
 * refusal. No request that was accepted ends without an answer.
 */
export async function drain({ server, open, drainMs, endPredictions }: DrainOptions): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive is idle, but open still, once its request has been answered.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  for (const response of open.keys()) sayLast(response);
  if (!(await endsWithin(closed, drainMs))) {
    endPredictions();
    for (const request of open.values()) breakBody(request, STOPPING);
    await endsWithin(closed, LAST_ANSWERS_MS);
    for (const [response, request] of open) {
      if (!response.headersSent) sendResponse(request, response, stopping());
    }
    await endsWithin(closed, LAST_BYTES_MS);
    server.closeAllConnections();
    await closed;
  }
  clearInterval(idle);
}

/** Tells the client that its connection ends with this answer, so that it sends no more requests on it. */
export function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

function stopping() {
  return refusal(STOPPING.status, uuid(), STOPPING.message, { "Retry-After": "1" });
}

async function endsWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}
