import type { CounterStorage, RequestCount, RequestCounter } from "./request-counter.ts";

export const WINDOW_SECONDS = 60;

/** A caller's rate limit after one more request. */
export interface RateLimitStatus {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until a new window begins, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimit {
  /** Counts one request of a credential against its limit per minute. */
  count(credentialId: string, perMinute: number): Promise<RateLimitStatus>;
  storage(): CounterStorage;
  close(): void;
}

interface Waiting {
  readonly perMinute: number;
  readonly resolve: (status: RateLimitStatus) => void;
}

/**
 * Limits requests per credential. Requests that arrive while an answer of the counter is pending are counted together
 * in the next batch: when each asked the counter by itself, 1,000 parallel ones waited too long on a busy machine.
 */
export function createRateLimit(counter: RequestCounter): RateLimit {
  /** Of each credential that ever asked: there are not many, and entries that come and go would cost more. */
  const credentials = new Map<string, { waiting: Waiting[]; isCounting: boolean }>();

  async function countBatches(credentialId: string, own: { waiting: Waiting[]; isCounting: boolean }): Promise<void> {
    own.isCounting = true;
    while (own.waiting.length > 0) {
      const batch = own.waiting;
      own.waiting = [];
      const { count, endsIn } = await counter.add(credentialId, batch.length);
      for (const [index, { perMinute, resolve }] of batch.entries()) {
        resolve(toStatus(perMinute, { count: count - batch.length + 1 + index, endsIn }));
      }
    }
    own.isCounting = false;
  }

  return {
    count: (credentialId, perMinute) =>
      new Promise((resolve) => {
        const own = credentials.get(credentialId) ?? { waiting: [], isCounting: false };
        credentials.set(credentialId, own);
        own.waiting.push({ perMinute, resolve });
        if (!own.isCounting) void countBatches(credentialId, own);
      }),
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

/** The headers `RateLimit-Policy` and `RateLimit` of the IETF draft "RateLimit header fields for HTTP". */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitStatus): Record<string, string> {
  return {
    "RateLimit-Policy": `"requests";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"requests";r=${remaining};t=${resetSeconds}`,
  };
}
