import type { GatewayContext } from "#server/gateway/context.ts";
import { getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { answerWithKey } from "./answer-with-key.ts";

/** Answers `GET /receipts/{request_id}` with the proof of the result of a caller's own request. */
export function answerReceipt(
  gateway: Pick<GatewayContext, "database" | "tree" | "authenticator" | "rateLimit" | "lookUpSlots" | "log">,
  request: Request,
  { requestId }: { readonly requestId: string },
): Promise<Response> {
  return answerWithKey(gateway, request, "lookup", async (callerId) => ({
    body: await getReceipt(gateway, callerId, requestId),
  }));
}
