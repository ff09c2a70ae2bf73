import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { effort } from "#test/effort.ts";
import { type RedisServer, startRedis, withoutRedis } from "#test/redis-server.ts";
import { until } from "#test/until.ts";
import { createRateLimit, type RateLimit, type RateLimitStatus } from "./rate-limit.ts";
import { createRedisCounter } from "./redis-counter.ts";

const RUNS = effort({ sample: 1, full: 10 });
/** Longer than any pause of the machine, so Redis always answers in time. */
const ANSWER_MS = 60_000;
const FROZEN_ANSWER_MS = 2_000;
/** So long that no window ends during a test. */
const WINDOW_SECONDS = 3_600;

describeUnless([withoutRedis], "limits over Redis", () => {
  let redis: RedisServer;
  let changes: string[] = [];
  let number = 0;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => {
    changes = [];
  });

  async function start(answerMs = ANSWER_MS): Promise<RateLimit> {
    const onChange = (answers: boolean, detail = "") =>
      changes.push(answers ? "answers" : detail.includes("REDIS_URL: ") ? "does not answer" : detail);
    const options = { url: redis.url, prefix: "test", windowSeconds: WINDOW_SECONDS, onChange, answerMs };
    const limit = createRateLimit(await createRedisCounter(options));
    cleanUp(() => limit.close());
    return limit;
  }

  async function startBoth(answerMs = ANSWER_MS): Promise<RateLimit[]> {
    const limits = [await start(answerMs), await start(answerMs)];
    for (const limit of limits) await answered(limit);
    return limits;
  }

  const newCredential = () => `credential-${++number}`;

  /** Sends requests in parallel, alternating between processes, and counts the allowed ones. */
  async function allowedOf(limits: readonly RateLimit[], credential: string, requests: number): Promise<number> {
    const statuses = Array.from({ length: requests }, (_, index) =>
      (limits[index % limits.length] ?? limits[0])?.count(credential, 600),
    );
    return (await Promise.all(statuses)).filter((status) => status?.allowed).length;
  }

  const answered = (limit: RateLimit) => until("Redis is used again", () => limit.storage() === "redis");
  const lost = (limit: RateLimit) => until("Redis is no longer used", () => limit.storage() !== "redis");

  it("allow exactly 600 of 2,000 requests in parallel through two processes", async () => {
    const limits = await startBoth();
    for (let run = 0; run < RUNS; run++) expect(await allowedOf(limits, newCredential(), 2_000)).toBe(600);
  });

  it("report the remaining requests of the shared window", async () => {
    const [one, other] = await startBoth();
    if (one === undefined || other === undefined) return;
    const credential = newCredential();
    await one.count(credential, 3);
    expect(await other.count(credential, 3)).toMatchObject({ allowed: true, limit: 3, remaining: 1 });
    expect(await one.count(credential, 3)).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await other.count(credential, 3);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.resetSeconds).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(one.storage()).toBe("redis");
  });

  it("are enforced by each process alone while Redis is unavailable, and shared when Redis is available again", async () => {
    await redis.stop();
    const limit = await start();
    expect(limit.storage()).toBe("memory_redis_not_answering");
    const credential = newCredential();
    expect(await allowedOf([limit], credential, 700)).toBe(600);
    await redis.start();
    await answered(limit);
    expect(await allowedOf([limit, await start()], credential, 2_000)).toBe(600);
    expect(changes).toEqual(["does not answer", "answers"]);
  });

  it.each([
    ["stopped", ANSWER_MS, () => redis.stop(), () => redis.start()],
    ["frozen", FROZEN_ANSWER_MS, () => redis.freeze(), () => redis.thaw()],
  ] as const)(
    "allow no process more than the limit while Redis is %s, however often Redis fails",
    async (_, answerMs, fail, repair) => {
      const limits = await startBoth(answerMs);
      const credential = newCredential();
      expect(await allowedOf(limits, credential, 400)).toBe(400);
      let allowedAlone = 0;
      for (let failure = 0; failure < 3; failure++) {
        await fail();
        // Only these first requests wait for Redis; later requests are counted locally.
        allowedAlone += await allowedOf(limits, credential, 20);
        for (const limit of limits) await lost(limit);
        allowedAlone += await allowedOf(limits, credential, 400);
        await repair();
        for (const limit of limits) await answered(limit);
      }
      // Each process had already counted 200 of the first 400 requests locally.
      expect(allowedAlone).toBe(2 * (600 - 200));
    },
  );

  it("make only the first request wait for a frozen Redis", async () => {
    const limit = await start(FROZEN_ANSWER_MS);
    const credential = newCredential();
    redis.freeze();
    try {
      await limit.count(credential, 600);
      expect(limit.storage()).toBe("memory_redis_not_answering");
      let turns = 0;
      const turning = setInterval(() => turns++);
      for (let request = 0; request < 50; request++) await limit.count(credential, 600);
      clearInterval(turning);
      expect(turns).toBe(0);
    } finally {
      redis.thaw();
    }
    await answered(limit);
    expect(changes).toEqual(["does not answer", "answers"]);
  });

  it("do not mistake a busy process for a Redis that does not answer", async () => {
    const limit = await start();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const counting: Promise<RateLimitStatus> = limit.count(newCredential(), 600);
    await new Promise((resolve) => setImmediate(resolve));
    // The answer has arrived, but the process has not read it when the timeout expires.
    redis.catchUp();
    vi.advanceTimersByTime(ANSWER_MS);
    expect((await counting).remaining).toBe(599);
    expect(limit.storage()).toBe("redis");
  });
});
