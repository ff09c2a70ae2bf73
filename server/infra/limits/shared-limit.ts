import { createLocalCounter } from "./local-counter.ts";
import { type RateLimit, type RateLimitStatus, remember, toStanding, WINDOW_SECONDS } from "./rate-limit.ts";
import type { RedisCounter } from "./redis-counter.ts";

interface Waiting {
  readonly perMinute: number;
  readonly resolve: (standing: RateLimitStatus) => void;
}

/**
 * Limits of all processes that count in the same Redis; where it does not answer, of each process by itself. Requests of
 * a credential that come while an answer is under way are counted together with the next question.
 */
export function limitOverRedis(counter: RedisCounter): RateLimit {
  const accountOf = remember(() => ({
    tally: createLocalCounter(WINDOW_SECONDS * 1000),
    waiting: [] as Waiting[],
    asking: false,
  }));

  async function ask(credentialId: string): Promise<void> {
    const account = accountOf(credentialId);
    const { tally } = account;
    account.asking = true;
    while (account.waiting.length > 0) {
      const group = account.waiting.splice(0);
      const answer = await counter.add(credentialId, group.length + tally.owed(performance.now()));
      const now = performance.now();
      const { count, endsIn } =
        answer === undefined ? tally.alone(group.length, now) : tally.shared(answer, group.length, now);
      for (const [index, { perMinute, resolve }] of group.entries()) {
        resolve(toStanding(perMinute, { count: count - group.length + 1 + index, endsIn }));
      }
    }
    account.asking = false;
  }

  return {
    count: (credentialId, perMinute) =>
      new Promise((resolve) => {
        const { waiting, asking } = accountOf(credentialId);
        waiting.push({ perMinute, resolve });
        if (!asking) void ask(credentialId);
      }),
    keptIn: () => (counter.answers() ? "redis" : "memory_redis_not_answering"),
    close: () => counter.close(),
  };
}
