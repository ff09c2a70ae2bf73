import { type Count, createLocalCounter } from "./local-counter.ts";

export const WINDOW_SECONDS = 60;

/** Where a credential stands against its limit after one more request. */
export interface RateLimitStatus {
  readonly allowed: boolean;
  /** Requests a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts anew, 1 or more. */
  readonly resetSeconds: number;
}

/** Where requests are counted: here, or in Redis for all processes, or here for want of an answer from Redis. */
export type LimitsKeptIn = "memory" | "redis" | "memory_redis_not_answering";

/** A window of a minute for each credential, which begins with a request, and ends whatever comes. */
export interface RateLimit {
  /** Counts one request of a credential against its requests a minute. */
  count(credentialId: string, perMinute: number): Promise<RateLimitStatus>;
  keptIn(): LimitsKeptIn;
  close(): void;
}

/** Limits within this process. */
export function limitInMemory(): RateLimit {
  const tallyOf = remember(() => createLocalCounter(WINDOW_SECONDS * 1000));
  return {
    count: async (credentialId, perMinute) => toStanding(perMinute, tallyOf(credentialId).alone(1, performance.now())),
    keptIn: () => "memory",
    close() {},
  };
}

/** What `make` made for an id, once for each. */
export function remember<T>(make: () => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const known = made.get(id) ?? make();
    made.set(id, known);
    return known;
  };
}

export function toStanding(limit: number, { count, endsIn }: Count): RateLimitStatus {
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(endsIn / 1000)),
  };
}

/** `RateLimit-Policy` and `RateLimit`, as the IETF draft on rate-limit header fields writes them. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitStatus): Record<string, string> {
  return {
    "RateLimit-Policy": `"requests";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"requests";r=${remaining};t=${resetSeconds}`,
  };
}
