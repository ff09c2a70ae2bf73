import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";

export { answerTrpc as GET, answerTrpc as POST };
