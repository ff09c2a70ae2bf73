import { answerAuth } from "#server/api/auth/answer-auth.ts";

export { answerAuth as GET, answerAuth as POST };
