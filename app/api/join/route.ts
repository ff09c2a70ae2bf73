import { answerJoin } from "#server/api/auth/answer-join.ts";

export { answerJoin as POST };
