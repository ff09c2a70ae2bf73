export { answerReceipt as GET } from "#server/api/http/answer-receipt.ts";
