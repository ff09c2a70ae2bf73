import type { GatewayContext } from "#server/gateway/context.ts";
import { getProof, getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { answerWithKey } from "./answer-with-key.ts";

const PROOF = ".tlog-proof";

/** Answers `GET /receipts/{request_id}` with the receipt of a caller's own request; with ".tlog-proof", with its proof. */
export function answerReceipt(
  gateway: Pick<
    GatewayContext,
    "database" | "signer" | "tree" | "authenticator" | "rateLimit" | "lookUpSlots" | "log" | "now"
  >,
  request: Request,
  { requestId }: { readonly requestId: string },
): Promise<Response> {
  return answerWithKey(gateway, request, "lookup", async (callerId) => ({
    body: requestId.endsWith(PROOF)
      ? await getProof(gateway, callerId, requestId.slice(0, -PROOF.length))
      : await getReceipt(gateway, callerId, requestId),
  }));
}
