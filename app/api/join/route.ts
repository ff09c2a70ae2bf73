import { answerJoin } from "#server/console/auth/answer-join.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const POST = withGateway(answerJoin);
