import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import { GatewayError, isConsoleError, statusOf, toContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { rateLimitHeaders } from "#server/infra/limits/rate-limit.ts";
import { failure, type HttpResponse, json, refusal } from "./http-response.ts";
import { toWebResponse } from "./web-transport.ts";
import { withGateway } from "./with-gateway.ts";

type Read = (gateway: Gateway, callerId: string) => Promise<object>;

/** Answers with what `read` finds about an earlier request. Takes an API key, and counts against its rate limit. */
export function answerWithKey(request: Request, read: Read): Promise<Response> {
  return withGateway(async ({ gateway }) => toWebResponse(await answer(gateway, request, read), request.method));
}

async function answer(gateway: Gateway, { headers: sent, url }: Request, read: Read): Promise<HttpResponse> {
  const requestId = uuid();
  let headers = {};
  try {
    const caller = await gateway.authenticator.authenticate(sent.get("authorization") ?? undefined);
    const limit = await gateway.rateLimit.count(caller.id, caller.ratePerMinute);
    headers = rateLimitHeaders(limit);
    if (!limit.allowed) throw new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds });
    return json(200, requestId, await read(gateway, caller.id), headers);
  } catch (error) {
    if (isConsoleError(error)) return refusal(statusOf(error.code), requestId, error.message, headers);
    const failed = toContractError(error);
    const { code, detail } = failed;
    if (ERRORS[code].status >= 500) gateway.log.error({ requestId, url, code, detail }, "a request was not answered");
    return failure(failed, requestId, headers);
  }
}
