import { answerJoin } from "#server/console/auth/answer-join.ts";

export { answerJoin as POST };
