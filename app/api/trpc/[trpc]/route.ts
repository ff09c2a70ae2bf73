import { answerTrpc } from "#server/api/trpc/answer-trpc.ts";

export { answerTrpc as GET, answerTrpc as POST };
