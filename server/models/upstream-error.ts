import { GatewayError } from "#server/base/errors.ts";
import type { Reply } from "./post-once.ts";

/** Statuses with which a server declines a request before any inference. Others, such as 502, may follow one. */
const DECLINING: ReadonlySet<number> = new Set([401, 403, 404, 429, 503]);

/** Maps the upstream status, which is not 200, to our error codes. `detail` is for the log. */
export function upstreamError({ status, retryAfter }: Reply, detail = `status ${status}`): GatewayError {
  const declined = DECLINING.has(status);
  if (status === 503) return new GatewayError("MODEL_NOT_READY", { retryAfter: retryAfter ?? 10, detail, declined });
  if (status === 429) return new GatewayError("QUEUE_FULL", { retryAfter: retryAfter ?? 1, detail, declined });
  return new GatewayError("INVALID_MODEL_RESPONSE", { detail, declined });
}
