export * from "#server/http/answer-unknown-address.ts";
