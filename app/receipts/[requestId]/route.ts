export {
  answerReceipt as DELETE,
  answerReceipt as GET,
  answerReceipt as HEAD,
  answerReceipt as OPTIONS,
  answerReceipt as PATCH,
  answerReceipt as POST,
  answerReceipt as PUT,
} from "#server/gateway/http/answer-receipt.ts";
