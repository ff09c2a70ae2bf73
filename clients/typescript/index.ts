export { GatewayError } from "./errors.ts";
export {
  type ClientOptions,
  GatewayClient,
  type PredictionRequest,
  type PredictionResponse,
  ReviewError,
  type Score,
  type SubmissionState,
} from "./gateway-client.ts";
export { type ProvenEvent, verifyProof } from "./verify-proof.ts";
export { verifyWebhook, type WebhookMessage } from "./verify-webhook.ts";
