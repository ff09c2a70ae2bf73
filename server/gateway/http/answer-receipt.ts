import type { GatewayContext } from "#server/gateway/context.ts";
import { getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { answerWithKey } from "./answer-with-key.ts";

/** Answers `GET /receipts/{request_id}` with the receipt of a caller's own request. */
export function answerReceipt(
  gateway: Pick<GatewayContext, "database" | "checkpoints" | "authenticator" | "rateLimit" | "log" | "now">,
  request: Request,
  { requestId }: { readonly requestId: string },
): Promise<Response> {
  return answerWithKey(gateway, request, (callerId) => getReceipt(gateway, callerId, requestId));
}
