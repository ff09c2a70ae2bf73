import type { Logger } from "pino";
import { createMemoryCounter, type RequestCounter } from "./request-counter.ts";

export interface CounterOptions {
  /** Undefined: each process counts alone. */
  readonly redisUrl: string | undefined;
  readonly redisTimeoutMs: number;
  readonly prefix: string;
  readonly windowSeconds: number;
  readonly log: Logger;
}

export async function openCounter(options: CounterOptions): Promise<RequestCounter> {
  const { redisUrl: url, redisTimeoutMs: answerMs, prefix, windowSeconds, log } = options;
  if (url === undefined) return createMemoryCounter(windowSeconds);
  // Loaded on demand: the Redis client has 476 files, and most gateways do not use Redis.
  const { createRedisCounter } = await import("./redis-counter.ts");
  return createRedisCounter({
    url,
    prefix,
    windowSeconds,
    answerMs,
    onChange(available, detail) {
      if (available) log.info("Redis answers again: rate limits are shared between processes");
      else log.warn({ detail }, "Redis does not answer: this process counts requests alone");
    },
  });
}
