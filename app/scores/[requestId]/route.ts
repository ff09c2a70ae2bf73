export { answerScore as GET } from "#server/api/http/answer-score.ts";
