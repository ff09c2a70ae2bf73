import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { auditUnavailable, GatewayError, isConsoleError, statusOf, toContractError } from "#server/base/errors.ts";
import { isUnavailable } from "#server/db/is-unavailable.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import { rateLimitHeaders } from "#server/limits/rate-limit.ts";
import { failure, type HttpResponse, json, refusal, text } from "./http-response.ts";
import { toWebResponse } from "./web-transport.ts";

const NO_DATABASE = "The gateway's database does not answer.";

/**
 * Authenticates an API key and answers with the result of `read`, which looks up earlier requests of this key: an object
 * as JSON, a string as plain text. Look-ups
 * have the same rate limit as predictions but are counted separately, so that they do not use up predictions.
 */
export async function answerWithKey(
  gateway: Pick<GatewayContext, "authenticator" | "rateLimit" | "log">,
  request: Request,
  read: (callerId: string) => Promise<object | string>,
): Promise<Response> {
  return toWebResponse(await answer(gateway, request, read), request.method);
}

async function answer(
  gateway: Pick<GatewayContext, "authenticator" | "rateLimit" | "log">,
  { headers: sent, method, url }: Request,
  read: (callerId: string) => Promise<object | string>,
): Promise<HttpResponse> {
  const requestId = uuid();
  if (method !== "GET" && method !== "HEAD") {
    return refusal(405, requestId, HTTP_REFUSALS[405].message, { Allow: "GET, HEAD" });
  }
  let headers = {};
  try {
    const caller = await gateway.authenticator.authenticate(sent.get("authorization") ?? undefined);
    const limit = await gateway.rateLimit.count(`lookup:${caller.id}`, caller.ratePerMinute);
    headers = rateLimitHeaders(limit);
    if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds });
    const found = await read(caller.id);
    return typeof found === "string" ? text(requestId, found, headers) : json(200, requestId, found, headers);
  } catch (error) {
    if (isConsoleError(error)) return refusal(statusOf(error.code), requestId, error.message, headers);
    const failed = toContractError(isUnavailable(error) ? auditUnavailable(error, NO_DATABASE) : error);
    const { code, detail } = failed;
    if (ERRORS[code].status >= 500) gateway.log.error({ requestId, url, code, detail }, "a request was not answered");
    return failure(failed, requestId, headers);
  }
}
