import { answerJoin } from "#server/auth/answer-join.ts";

export { answerJoin as POST };
