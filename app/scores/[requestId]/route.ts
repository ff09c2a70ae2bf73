import { answerScore } from "#server/console/scores/answer-score.ts";
import { forEveryMethod, withGateway } from "#server/process/next/with-gateway.ts";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod(withGateway(answerScore));
