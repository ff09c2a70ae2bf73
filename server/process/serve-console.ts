import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { describeDefect } from "#server/base/describe-error.ts";
import { isGatewayError, statusOf } from "#server/base/errors.ts";
import { bodyLimit, bodyTooLarge, isImport, isProcedure } from "#server/gateway/http/body-limit.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";
import type { RateLimitStatus } from "#server/limits/rate-limit.ts";
import { hasBody, readAhead } from "#server/process/connections/read-ahead.ts";
import { createSlotQueue } from "./slot-queue.ts";

export interface ConsoleOptions {
  /** Passes a request to Next. Resolves when the response ends. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Returns whether the cookies contain a validly signed session, which may have ended. */
  readonly hasSession: (cookies: string | undefined) => boolean;
  /** Counts a body sent without a session against the limit of the client's address. */
  readonly countBody: (request: IncomingMessage) => Promise<RateLimitStatus>;
  readonly predictionsInFlight: () => number;
  readonly log: Logger;
}

const LOOK_EVERY_MS = 100;
const STREAMING_AFTER_MS = 1_000;
const RETRY_AFTER_S = 5;
const TOO_MANY = "Too many requests from your address.";
/** Ratio of rest to work of a page slot while predictions are in flight: the three page slots then use half a CPU. */
const REST_FACTOR = 5;
const MAX_REST_MS = 2_000;

/** Maximum size of all bodies in memory, for requests with a session and again for requests without a session. */
const BODIES_BYTES = 32 * 1_024 * 1_024;

const NO_PAGE = /^\/(\.well-known|api|receipts|scores|review-status|_next\/static)\//;

/**
 * Limits how many requests Next handles at once, so that the console cannot delay predictions. Pages are expensive and
 * have few slots. Requests with and without a session have separate slots. A request gets 503 if the queue is full or
 * the wait is too long. Bodies are read before a slot is taken, except imports, which are streamed.
 */
export function createConsole({ handle, hasSession, countBody, predictionsInFlight, log }: ConsoleOptions) {
  const restAfter = (tookMs: number) => (predictionsInFlight() > 0 ? Math.min(REST_FACTOR * tookMs, MAX_REST_MS) : 0);
  const pages = { maxWaiting: 256, maxWaitMs: 10_000, restAfter };
  const others = { maxWaiting: 512, maxWaitMs: 5_000 };
  const ofSessions = {
    pages: createSlotQueue({ slots: 2, ...pages }),
    others: createSlotQueue({ slots: 12, ...others }),
    bodyBytes: 0,
  };
  const ofNobody = {
    pages: createSlotQueue({ slots: 1, ...pages }),
    others: createSlotQueue({ slots: 4, ...others }),
    bodyBytes: 0,
  };

  return async function serveConsole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const isSession = hasSession(request.headers.cookie);
    const own = isSession ? ofSessions : ofNobody;
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    const refuse = (refused: HttpResponse) => {
      if (!leaving.signal.aborted) sendResponse(request, response, refused);
    };
    let whole = request;
    // Without a session, the body of a procedure is not read: procedures refuse such requests.
    if (hasBody(request) && !isImport(path) && (isSession || !isProcedure(path))) {
      const status = isSession ? undefined : await countBody(request);
      if (status?.allowed === false) {
        return refuse(refusal(429, uuid(), TOO_MANY, { "Retry-After": String(status.resetSeconds) }));
      }
      const limit = bodyLimit(path);
      const bytes = Math.min(limit, Number(request.headers["content-length"] ?? limit));
      if (own.bodyBytes + bytes > BODIES_BYTES) return refuse(busy());
      own.bodyBytes += bytes;
      response.once("close", () => {
        own.bodyBytes -= bytes;
      });
      try {
        whole = await readAhead(request, response, limit);
      } catch (error) {
        return refuse(refusalOf(error, limit));
      }
    }
    const release = await (NO_PAGE.test(path) ? own.others : own.pages).enter(leaving.signal);
    if (release === undefined) return refuse(busy());
    releaseWhenIdle(response, release);
    try {
      await handle(whole, response);
    } catch (error) {
      if (leaving.signal.aborted) return;
      log.error({ detail: describeDefect(error) }, "Next.js failed to answer a request");
      refuse(refusal(500, uuid(), "The console failed to answer this request."));
    } finally {
      release();
    }
  };
}

function busy(): HttpResponse {
  return refusal(503, uuid(), "The console is busy. Try again in a few seconds.", {
    "Retry-After": String(RETRY_AFTER_S),
  });
}

function refusalOf(error: unknown, limit: number): HttpResponse {
  if (!isGatewayError(error)) return refusal(400, uuid(), "The body ended before it was complete.");
  if (error.code === "REQUEST_TOO_LARGE" && error.status === undefined) return bodyTooLarge(limit);
  return refusal(error.status ?? statusOf(error.code), uuid(), error.message);
}

/** Releases the slot early if the response waits for its reader or streams for more than a second, as downloads do. */
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
