import { GatewayError, type GatewayErrorOptions } from "#server/base/errors.ts";
import type { Reply } from "./post-once.ts";

/**
 * Statuses that a server returns before any inference. Other statuses, such as 502, may be returned after an inference.
 */
const DECLINING: ReadonlySet<number> = new Set([401, 403, 404, 429, 503]);

/** Returns the gateway's error for a model server's status other than 200. `detail` is only logged. */
export function upstreamError(
  { status, retryAfter }: Pick<Reply, "status" | "retryAfter">,
  options: GatewayErrorOptions = {},
): GatewayError {
  const details = { detail: `status ${status}`, declined: DECLINING.has(status), ...options };
  // Only a proxy sends 407.
  if (status === 407) return new GatewayError("MODEL_OFFLINE", { ...details, declined: true });
  if (status === 503) return new GatewayError("MODEL_NOT_READY", { retryAfter: retryAfter ?? 10, ...details });
  if (status === 429) return new GatewayError("QUEUE_FULL", { retryAfter: retryAfter ?? 1, ...details });
  return new GatewayError("INVALID_MODEL_RESPONSE", details);
}
