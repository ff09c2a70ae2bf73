import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { describeDefect } from "#server/describe-error.ts";
import { refusal } from "./http-response.ts";
import { sendResponse } from "./send-response.ts";
import { createSlotQueue } from "./slot-queue.ts";

export interface ConsoleOptions {
  /** Lets Next answer a request; resolves when the response ends. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly predictionsInFlight: () => number;
  readonly log: Logger;
}

const LOOK_EVERY_MS = 100;
const STREAMING_AFTER_MS = 1_000;
const RETRY_AFTER_S = 5;
/** While predictions are in flight, two slots that rest three times as long as they work use half of the process. */
const REST_FACTOR = 3;
const MAX_REST_MS = 2_000;

const NO_PAGE = /^\/(api|_next\/static)\//;

/**
 * Limits how many requests Next handles at once, so that the console cannot delay predictions. Pages cost the most and
 * have few slots. A request that finds the queue full or waits too long gets 503.
 */
export function createConsole({ handle, predictionsInFlight, log }: ConsoleOptions) {
  const pages = createSlotQueue({
    slots: 2,
    maxWaiting: 256,
    maxWaitMs: 10_000,
    restAfter: (tookMs) => (predictionsInFlight() > 0 ? Math.min(REST_FACTOR * tookMs, MAX_REST_MS) : 0),
  });
  const others = createSlotQueue({ slots: 16, maxWaiting: 512, maxWaitMs: 5_000 });

  return async function serveConsole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    const release = await (NO_PAGE.test(path) ? others : pages).enter(leaving.signal);
    if (release === undefined) {
      const headers = { "Retry-After": String(RETRY_AFTER_S) };
      if (!leaving.signal.aborted)
        sendResponse(request, response, refusal(503, uuid(), "The console is busy.", headers));
      return;
    }
    releaseWhenIdle(response, release);
    try {
      await handle(request, response);
    } catch (error) {
      if (leaving.signal.aborted) return;
      log.error({ detail: describeDefect(error) }, "Next failed");
      if (!response.headersSent) sendResponse(request, response, refusal(500, uuid(), "The console failed."));
    } finally {
      release();
    }
  };
}

/** Frees the slot of a response that waits for its reader or streams for long, such as a download. */
function releaseWhenIdle(response: ServerResponse, release: () => void): void {
  const since = performance.now();
  const timer = setInterval(() => {
    const streams = performance.now() - since > STREAMING_AFTER_MS;
    if (response.closed || (response.headersSent && (response.writableNeedDrain || streams))) {
      clearInterval(timer);
      release();
    }
  }, LOOK_EVERY_MS).unref();
}
