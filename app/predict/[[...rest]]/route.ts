import { answerUnknownAddress } from "#server/api/http/answer-unknown-address.ts";

export {
  answerUnknownAddress as DELETE,
  answerUnknownAddress as GET,
  answerUnknownAddress as HEAD,
  answerUnknownAddress as OPTIONS,
  answerUnknownAddress as PATCH,
  answerUnknownAddress as POST,
  answerUnknownAddress as PUT,
};
