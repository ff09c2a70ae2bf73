import { v7 as uuid } from "uuid";
import { GatewayError, toContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { rateLimitHeaders } from "#server/infra/limits/rate-limit.ts";
import { getReceipt } from "#server/services/audit/get-receipt.ts";
import { failure, type HttpResponse, json, refusal } from "./http-response.ts";
import { withGateway } from "./with-gateway.ts";

interface Params {
  readonly params: Promise<{ readonly requestId: string }>;
}

/** `GET /receipts/{request_id}`: the receipt of a caller's own request. */
export function answerReceipt(request: Request, { params }: Params): Promise<Response> {
  return withGateway(async ({ gateway }) => {
    const { requestId } = await params;
    const { status, headers, body } = await answer(
      gateway,
      request.headers.get("authorization") ?? undefined,
      requestId,
    );
    return new Response(body, { status, headers });
  });
}

async function answer(gateway: Gateway, authorization: string | undefined, requestId: string): Promise<HttpResponse> {
  const id = uuid();
  try {
    const caller = await gateway.authenticator.authenticate(authorization);
    const limit = await gateway.rateLimit.count(caller.id, caller.ratePerMinute);
    const headers = rateLimitHeaders(limit);
    if (!limit.allowed) {
      return failure(new GatewayError("RATE_LIMITED", { retryAfter: limit.resetSeconds }), id, headers);
    }
    const receipt = await getReceipt(gateway, caller.id, requestId);
    if (receipt === undefined)
      return refusal(404, id, "No request of this API key with this id was recorded.", headers);
    return json(200, id, receipt, headers);
  } catch (error) {
    const failed = toContractError(error);
    if (failed.code !== "UNAUTHORIZED") gateway.log.error({ requestId: id, code: failed.code, detail: failed.detail });
    return failure(failed, id, {});
  }
}
