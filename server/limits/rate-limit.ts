import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const WINDOW_SECONDS = 60;

/** Where a credential stands against its limit after one more request. */
export interface RateStanding {
  readonly allowed: boolean;
  /** Requests a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts anew, 1 or more. */
  readonly resetSeconds: number;
}

/** Counts one request of a credential against its requests a minute. */
export type RateLimit = (credentialId: string, perMinute: number) => Promise<RateStanding>;

/** Limits within this process. */
export function limitInMemory(): RateLimit {
  // The library fixes the number of points in its limiter: one a distinct limit, of which there are a handful.
  const limiters = new Map<number, RateLimiterMemory>();
  return async (credentialId, perMinute) => {
    let limiter = limiters.get(perMinute);
    if (limiter === undefined) {
      limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
      limiters.set(perMinute, limiter);
    }
    try {
      return standing(true, perMinute, await limiter.consume(credentialId));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return standing(false, perMinute, refusal);
      throw refusal;
    }
  };
}

function standing(allowed: boolean, limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): RateStanding {
  return {
    allowed,
    limit,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

/** `RateLimit-Policy` and `RateLimit`, as the IETF draft on rate-limit header fields writes them. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateStanding): Record<string, string> {
  return {
    "RateLimit-Policy": `"requests";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"requests";r=${remaining};t=${resetSeconds}`,
  };
}
