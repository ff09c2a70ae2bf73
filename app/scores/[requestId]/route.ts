export {
  answerScore as DELETE,
  answerScore as GET,
  answerScore as HEAD,
  answerScore as OPTIONS,
  answerScore as PATCH,
  answerScore as POST,
  answerScore as PUT,
} from "#server/console/http/answer-score.ts";
