import { answerAuth } from "#server/console/auth/answer-auth.ts";

export { answerAuth as GET, answerAuth as POST };
