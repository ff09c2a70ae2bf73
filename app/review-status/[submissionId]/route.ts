import { answerReviewStatus } from "#server/gateway/http/answer-review-status.ts";
import { forEveryMethod, withGateway } from "#server/process/next/with-gateway.ts";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod(withGateway(answerReviewStatus));
