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

interface Waiting {
  readonly perMinute: number;
  readonly resolve: (status: RateLimitStatus) => void;
}

/**
 * Limits requests per API key. Requests of a key that arrive while an answer of the counter is pending are counted
 * together in the next batch, because with one call per request, 1,000 parallel requests waited too long on a busy
 * machine.
 */
export function createRateLimit(counter: RequestCounter) {
  /**
   * Requests that wait for the next batch of their API key. A key has an entry only while one of its batches is in
   * flight.
   */
  const pending = new Map<string, Waiting[]>();

  async function countBatches(credentialId: string, first: Waiting): Promise<void> {
    for (let batch = [first]; batch.length > 0; batch = pending.get(credentialId) ?? []) {
      pending.set(credentialId, []);
      const { count, endsIn } = await counter.add(credentialId, batch.length);
      for (const [index, { perMinute, resolve }] of batch.entries()) {
        resolve(toStatus(perMinute, { count: count - batch.length + 1 + index, endsIn }));
      }
    }
    pending.delete(credentialId);
  }

  return {
    count: (credentialId: string, perMinute: number) =>
      new Promise<RateLimitStatus>((resolve) => {
        const waiting = pending.get(credentialId);
        if (waiting === undefined) void countBatches(credentialId, { perMinute, resolve });
        else waiting.push({ perMinute, resolve });
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
