import { answerReceipt } from "#server/gateway/http/answer-receipt.ts";
import { forEveryMethod, withGateway } from "#server/process/next/with-gateway.ts";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod(withGateway(answerReceipt));
