import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import { auditUnavailable, GatewayError, isGatewayError } from "#server/base/errors.ts";
import { networkOf } from "#server/console/auth/network-of.ts";
import type { FindOwner } from "#server/console/auth/session-owner.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { CLIENT_ADDRESS_HEADER } from "#server/console/http/client-address.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import { NO_DATABASE } from "#server/gateway/http/answer-look-ups.ts";
import { isProcedure } from "#server/gateway/http/body-limit.ts";
import { failure, type HttpResponse, refusal, refusalOf } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";
import { createBudget } from "#server/limits/budget.ts";
import { freeWork, type Work } from "#server/limits/work.ts";
import { originForm } from "./connections/request-path.ts";
import { inPageWork } from "./next/page-work.ts";
import { hasBody, receiveBody } from "./receive-body.ts";
import { findRoute } from "./routes.ts";
import { sendWebResponse, toWebRequest } from "./web-exchange.ts";

interface ConsoleOptions {
  /** Passes a request to Next. Resolves when Next has finished with it. */
  readonly answerByNext: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly findOwner: FindOwner;
  /** Replaces the routes in tests. */
  readonly find?: typeof findRoute;
}

/** Maximum size of all bodies in memory, for members and again for visitors. */
const BODIES_BYTES = 32 * 1_024 * 1_024;
/** Bodies per minute that one IPv4 address or IPv6 /64 network may send without a session. */
const ANONYMOUS_BODIES = 60;
const LOOK_EVERY_MS = 100;
const STATIC_FILE = /^\/_next\/static\//;

/**
 * Answers everything except predictions, health checks and metrics. Work on a request begins in a slot once its body is
 * received, so that the console cannot delay predictions. The work holds the slot until it ends. A client that leaves
 * aborts the work.
 */
export function createConsole(gateway: ConsoleContext, { answerByNext, findOwner, find = findRoute }: ConsoleOptions) {
  const { config, rateLimit, log } = gateway;
  const members = { slots: gateway.slots.members, budget: createBudget(BODIES_BYTES) };
  const visitors = { slots: gateway.slots.visitors, budget: createBudget(BODIES_BYTES) };

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    signal: AbortSignal,
  ): Promise<void> {
    const route = find(path);
    await readPending();
    signal.throwIfAborted();
    const owner = await findOwner(request.headers, !["key", "nothing", undefined].includes(route?.needs));
    if (owner !== undefined) request.headers.cookie = owner.cookies;
    const { slots, budget } = owner === undefined ? visitors : members;
    const network = networkOf(String(request.headers[CLIENT_ADDRESS_HEADER]));
    const holder = owner?.memberId ?? network;

    if (route === undefined) {
      // Next would read the body in the slot of the page.
      if (request.method === "POST") return sendResponse(request, response, seeOther(request));
      const render = () => Promise.race([answerByNext(request, response), readerIsSlow(response)]);
      const kind = STATIC_FILE.test(path) ? slots.others : slots.pages;
      return kind.run(holder, signal, (work) => inPageWork(work, render));
    }
    let body: BodyInit | undefined;
    // Every procedure refuses a caller without a session, so the body is not received.
    if (owner === undefined && isProcedure(path)) body = request.method === "POST" ? "{}" : undefined;
    else if (!/^(GET|HEAD)$/.test(request.method ?? "") && hasBody(request)) {
      if (owner === undefined) await countBody(network);
      body = await receiveBody(request, response, { path, holder, budget, signal });
    }
    const sent = toWebRequest(request, { origin: config.consoleUrl, body, signal });
    const answer = async (work: Work) =>
      sendWebResponse(request, response, await route.answer(gateway, sent, work), work);
    return route.needs === "key" ? answer(freeWork(signal)) : slots.others.run(holder, signal, answer);
  }

  async function countBody(network: string): Promise<void> {
    const { allowed, resetSeconds } = await rateLimit.count(`body:${network}`, ANONYMOUS_BODIES);
    if (allowed) return;
    throw new GatewayError("TOO_MANY_REQUESTS", {
      message: `Too many requests from your address. Try again in ${resetSeconds} seconds.`,
      retryAfter: resetSeconds,
    });
  }

  return async function serveConsole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    try {
      await serve(request, response, path, leaving.signal);
    } catch (error) {
      if (leaving.signal.aborted) return;
      const isExpected = isGatewayError(error);
      if (!isExpected) log.error({ detail: describeDefect(error) }, "the console failed to answer a request");
      if (response.headersSent) response.destroy();
      else if (isExpected) sendResponse(request, response, refusalOf(error));
      else if (isUnavailable(error))
        sendResponse(request, response, failure(auditUnavailable(error, NO_DATABASE), uuid(), {}));
      else sendResponse(request, response, refusal(500, uuid(), ERRORS.INTERNAL_ERROR.cause));
    }
  };
}

/** Answers a form that was sent before the page's scripts had loaded: the browser loads the page again. */
function seeOther({ url = "/" }: IncomingMessage): HttpResponse {
  return { status: 303, headers: { Location: originForm(url) ?? "/", "Cache-Control": "no-store" }, body: "" };
}

/**
 * Waits until the event loop has read the data that arrived on the connection after the request, so that a closed
 * connection is detected.
 */
async function readPending(): Promise<void> {
  // The first callback runs before the event loop polls the sockets, the second one after it.
  await setImmediate();
  await setImmediate();
}

/** Resolves when a response waits for its reader: a rendered page no longer needs a slot. */
function readerIsSlow(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (response.headersSent && response.writableNeedDrain) resolve();
      if (response.closed || (response.headersSent && response.writableNeedDrain)) clearInterval(timer);
    }, LOOK_EVERY_MS).unref();
  });
}
