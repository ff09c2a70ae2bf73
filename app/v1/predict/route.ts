export {
  answerPredict as DELETE,
  answerPredict as GET,
  answerPredict as HEAD,
  answerPredict as OPTIONS,
  answerPredict as PATCH,
  answerPredict as POST,
  answerPredict as PUT,
} from "#server/process/next/answer-predict.ts";
