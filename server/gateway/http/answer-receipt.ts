import { getReceipt } from "#server/gateway/receipts/get-receipt.ts";
import { answerWithKey } from "./answer-with-key.ts";

interface Params {
  readonly params: Promise<{ readonly requestId: string }>;
}

/** `GET /receipts/{request_id}`: the receipt of a caller's own request. */
export async function answerReceipt(request: Request, { params }: Params): Promise<Response> {
  const { requestId } = await params;
  return answerWithKey(request, (gateway, callerId) => getReceipt(gateway, callerId, requestId));
}
