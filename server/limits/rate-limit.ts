import type { RequestCount, RequestCounter } from "./request-counter.ts";

export const WINDOW_SECONDS = 60;

export interface RateLimitStatus {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a new window begins, at least 1. */
  readonly resetSeconds: number;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Limits requests per API key. */
export function createRateLimit(counter: RequestCounter) {
  return {
    async count(credentialId: string, perMinute: number): Promise<RateLimitStatus> {
      return toStatus(perMinute, await counter.add(credentialId, 1));
    },
    storage: () => counter.storage(),
    close: () => counter.close(),
  };
}

function toStatus(limit: number, { count, endsIn }: RequestCount): RateLimitStatus {
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(endsIn / 1000)),
  };
}

/**
 * Returns the `RateLimit-Policy` and `RateLimit` headers as defined by the IETF draft "RateLimit header fields for
 * HTTP".
 */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitStatus): Record<string, string> {
  return {
    "RateLimit-Policy": `"requests";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"requests";r=${remaining};t=${resetSeconds}`,
  };
}
