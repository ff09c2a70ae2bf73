import { GatewayError } from "#server/errors.ts";
import type { Reply } from "./post-once.ts";

/** Maps the upstream status to our error codes; only 200 is accepted. */
export function requireAnswer({ status, retryAfter }: Reply): void {
  if (status === 200) return;
  if (status === 503) throw new GatewayError("MODEL_NOT_READY", { retryAfter: retryAfter ?? 10 });
  if (status === 429) throw new GatewayError("QUEUE_FULL", { retryAfter: retryAfter ?? 1 });
  throw new GatewayError("INVALID_MODEL_RESPONSE", { detail: `status ${status}` });
}
