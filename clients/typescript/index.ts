export * from "./errors.ts";
export * from "./gateway-client.ts";
export * from "./verify-proof.ts";
export * from "./verify-webhook.ts";
