export { answerPredict as POST } from "#server/process/next/answer-predict.ts";
