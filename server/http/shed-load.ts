import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { GatewayError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import { failure } from "./http-answer.ts";
import { send, servePredict } from "./node-door.ts";

/** Beyond this the process has more work than time: whatever it took on besides would make all of it later. */
const MAX_LAG_MS = 200;
/** So many predictions are taken on whatever the lag: a process with little to do may be slow for other reasons. */
const ALWAYS_TAKEN = 128;
const LOG_EVERY_MS = 1_000;

export interface LoadShedder {
  /** Answers a prediction, or refuses it where too many are in flight. */
  serve(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Predictions that were taken on and are not answered. */
  inFlight(): number;
}

/**
 * Refuses predictions while the event loop is late, before anything is spent on them. So those that were taken on are
 * answered in time, and health checks too. `lag` is in milliseconds.
 */
export function createLoadShedder(lag: () => number): LoadShedder {
  let inFlight = 0;
  let refused = 0;

  function refuse({ log }: Gateway, request: IncomingMessage, response: ServerResponse, late: number): void {
    if (refused++ === 0) {
      setTimeout(() => {
        log.warn({ refused, lagMs: Math.round(late) }, "predictions were refused: the gateway is overloaded");
        refused = 0;
      }, LOG_EVERY_MS).unref();
    }
    const error = new GatewayError("QUEUE_FULL", {
      message: "The gateway is overloaded.",
      retryAfter: 1 + late / 1_000,
    });
    const answer = failure(error, uuid(), {});
    // A small body is here, or about to be: once it is read, the connection can be used again.
    const { expect, "content-length": length } = request.headers;
    if (expect === undefined && Number(length) <= MAX_BODY_BYTES) {
      request.resume().once("end", () => send(request, response, answer));
    } else send(request, response, answer);
  }

  return {
    async serve(gateway, request, response) {
      const late = inFlight < ALWAYS_TAKEN ? 0 : lag();
      if (late > MAX_LAG_MS && request.method === "POST") {
        refuse(gateway, request, response, late);
        return;
      }
      inFlight++;
      try {
        await servePredict(gateway, request, response);
      } finally {
        inFlight--;
      }
    },
    inFlight: () => inFlight,
  };
}
