import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Routes requests. Answers 500 if `route` throws, because otherwise the request would never get a response. */
export function answerSafely(route: Route, log: Logger): (...exchange: Parameters<Route>) => Promise<void> {
  return async (request, response) => {
    try {
      await route(request, response);
    } catch (error) {
      log.error({ detail: describeDefect(error) }, "a request was not answered");
      if (response.headersSent) response.destroy();
      else sendResponse(request, response, refusal(500, uuid(), ERRORS.INTERNAL_ERROR.cause));
    }
  };
}
