import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";
import { servePredict } from "#server/gateway/http/transports.ts";
import type { serveMcp } from "./serve-mcp.ts";

/** Event loop lag above which the process is overloaded: new work would delay all work in flight. */
const MAX_LAG_MS = 200;
/** Number of concurrent predictions accepted regardless of lag, because a process may lag for other reasons. */
const ALWAYS_TAKEN = 128;
/** Delay of a refusal: a client that retries immediately gets at most one refusal per connection in this time. */
const HOLD_MS = 1_000;
const LOG_EVERY_MS = 1_000;

/**
 * Load shedding: while the event loop lags, refuses predictions before any work on them, so that accepted predictions
 * and health checks are answered in time. `lag` returns milliseconds.
 */
export function createLoadShedder(lag: () => number) {
  let inFlight = 0;
  let refused = 0;

  function refuse(
    { log, metrics }: Pick<ConsoleContext, "metrics" | "log">,
    request: IncomingMessage,
    response: ServerResponse,
    late: number,
  ): void {
    metrics.countPrediction("QUEUE_FULL");
    if (refused++ === 0) {
      setTimeout(() => {
        log.warn({ refused, lagMs: Math.round(late) }, "predictions were refused: the gateway is overloaded");
        refused = 0;
      }, LOG_EVERY_MS).unref();
    }
    const answer = () => {
      const headers = { "Retry-After": String(Math.ceil(1 + late / 1_000)) };
      if (!response.destroyed)
        sendResponse(request, response, refusal(429, uuid(), "The gateway is overloaded.", headers));
    };
    const { expect, "content-length": length } = request.headers;
    // A client that sent `Expect` has not sent its body yet, so the refusal is not delayed.
    if (expect !== undefined) {
      answer();
      return;
    }
    // A small body is read, so that the connection can be reused.
    if (Number(length) <= MAX_BODY_BYTES) request.resume();
    setTimeout(answer, HOLD_MS);
  }

  return {
    /** Answers a prediction, or refuses it if too many are in flight. */
    async serve(
      gateway: ConsoleContext,
      request: IncomingMessage,
      response: ServerResponse,
      serve: typeof servePredict | typeof serveMcp = servePredict,
    ): Promise<void> {
      const late = inFlight < ALWAYS_TAKEN ? 0 : lag();
      if (late > MAX_LAG_MS && request.method === "POST") {
        refuse(gateway, request, response, late);
        return;
      }
      inFlight++;
      try {
        await serve(gateway, request, response);
      } finally {
        inFlight--;
      }
    },
  };
}
