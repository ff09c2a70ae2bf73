export * from "#server/process/next/answer-unknown-address.ts";
