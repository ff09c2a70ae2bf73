import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(answerTrpc);
export const POST = GET;
