import { RateLimiterMemory } from "rate-limiter-flexible";

export interface RequestCount {
  /** Requests of the key in the current window, including those just added. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsIn: number;
}

/** The store of the counts. `memory_redis_not_answering` is the fallback while a configured Redis does not answer. */
export type CounterStorage = "memory" | "redis" | "memory_redis_not_answering";

/** Counts requests by key in fixed windows. A window begins with the first request of its key. */
export interface RequestCounter {
  /** Adds requests; a negative number subtracts them. Never rejects. */
  add(key: string, requests: number): Promise<RequestCount>;
  storage(): CounterStorage;
  close(): void;
}

/** Options that disable rate-limiter-flexible's own limit, because callers compare the count with their limits. */
export const NO_LIMIT = { points: Number.MAX_SAFE_INTEGER };

export function createMemoryCounter(windowSeconds: number): RequestCounter {
  const limiter = new RateLimiterMemory({ ...NO_LIMIT, duration: windowSeconds });
  return {
    async add(key, requests) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, requests);
      // The library subtracts times of day, and the clock may have been set back.
      return { count: consumedPoints, endsIn: Math.min(msBeforeNext, windowSeconds * 1_000) };
    },
    storage: () => "memory",
    close() {},
  };
}
