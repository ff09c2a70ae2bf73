import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { describeError } from "#server/base/describe-error.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { checkReadiness } from "#server/gateway/check-readiness.ts";
import { json, refusal } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";

const RETRY_AFTER_S = "5";

/**
 * Answers `/health/live` and `/health/ready` on node:http before any expensive work, so that an overloaded process
 * still counts as live. Returns whether the request was for one of these paths.
 */
export function serveHealth(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "rateLimit" | "log">,
  request: IncomingMessage,
  response: ServerResponse,
  path: string | undefined,
): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  if (path === "/health/live") {
    // Deferred until received data is parsed, because answering an incomplete request closes the connection.
    queueMicrotask(() => sendResponse(request, response, json(200, uuid(), { status: "live" })));
    return true;
  }
  if (path === "/health/ready") {
    checkReadiness(gateway).then(
      (readiness) => {
        const headers: Record<string, string> = readiness.ready ? {} : { "Retry-After": RETRY_AFTER_S };
        sendResponse(request, response, json(readiness.ready ? 200 : 503, uuid(), readiness, headers));
      },
      (error) => {
        gateway.log.error({ detail: describeError(error) }, "readiness could not be checked");
        sendResponse(request, response, refusal(500, uuid(), "Readiness could not be checked."));
      },
    );
    return true;
  }
  return false;
}
