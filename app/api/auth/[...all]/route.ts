import { answerAuth } from "#server/auth/answer-auth.ts";

export { answerAuth as GET, answerAuth as POST };
