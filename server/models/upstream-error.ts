import { GatewayError } from "#server/base/errors.ts";
import type { Reply } from "./post-once.ts";

/**
 * Statuses that a server returns before any inference. Other statuses, such as 502, may be returned after an inference.
 */
const DECLINING: ReadonlySet<number> = new Set([401, 403, 404, 429, 503]);

/** Returns the gateway's error for a model server's status other than 200. `detail` is only logged. */
export function upstreamError({ status, retryAfter }: Reply, detail = `status ${status}`): GatewayError {
  const declined = DECLINING.has(status);
  if (status === 503) return new GatewayError("MODEL_NOT_READY", { retryAfter: retryAfter ?? 10, detail, declined });
  if (status === 429) return new GatewayError("QUEUE_FULL", { retryAfter: retryAfter ?? 1, detail, declined });
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail, declined });
}
