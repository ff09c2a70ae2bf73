import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(answerAuth);
export const POST = GET;
