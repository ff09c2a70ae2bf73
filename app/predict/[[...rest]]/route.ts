export * from "#server/api/http/answer-unknown-address.ts";
