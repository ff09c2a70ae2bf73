import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { describeError } from "#server/base/describe-error.ts";
import { sha256 } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { bearerToken } from "#server/gateway/http/bearer-token.ts";
import { type HttpResponse, refusal } from "#server/gateway/http/http-response.ts";
import { sendResponse } from "#server/gateway/http/send-response.ts";

/**
 * Answers `GET /metrics` and `HEAD /metrics` if the bearer token equals METRICS_TOKEN. Without METRICS_TOKEN, the path does not exist.
 * Returns whether the request was for this path.
 */
export function serveMetrics(
  gateway: Pick<ConsoleContext, "config" | "metrics" | "log">,
  request: IncomingMessage,
  response: ServerResponse,
  path: string | undefined,
): boolean {
  const { metricsToken } = gateway.config;
  if (path !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD") || metricsToken === undefined)
    return false;
  if (!hasToken(request, metricsToken)) {
    const unauthorised = refusal(401, uuid(), "The bearer token is missing or is not METRICS_TOKEN.", {
      "WWW-Authenticate": "Bearer",
    });
    // Deferred until received data is parsed, because answering an incomplete request closes the connection.
    queueMicrotask(() => sendResponse(request, response, unauthorised));
    return true;
  }
  collect(gateway).then((answer) => sendResponse(request, response, answer));
  return true;
}

async function collect({ metrics, log }: Pick<ConsoleContext, "metrics" | "log">): Promise<HttpResponse> {
  try {
    const headers = { "Content-Type": metrics.contentType, "Cache-Control": "no-store" };
    return { status: 200, headers, body: await metrics.text() };
  } catch (error) {
    log.error({ detail: describeError(error) }, "metrics could not be collected");
    return refusal(500, uuid(), "Metrics could not be collected.");
  }
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(sha256(bearerToken(headers.authorization) ?? ""), sha256(token));
}
