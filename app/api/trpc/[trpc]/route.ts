import { answerTrpc } from "#server/trpc/answer-trpc.ts";

export { answerTrpc as GET, answerTrpc as POST };
