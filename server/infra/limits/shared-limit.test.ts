import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { type RedisServer, startRedis, withoutRedis } from "#test/redis-server.ts";
import { until } from "#test/until.ts";
import type { RateLimit, RateLimitStatus } from "./rate-limit.ts";
import { createRedisCounter } from "./redis-counter.ts";
import { limitOverRedis } from "./shared-limit.ts";

const RUNS = effort({ sample: 1, full: 10 });
/** How long Redis may take to answer: long enough for a slow machine, and waited out only where Redis is frozen. */
const ANSWER_MS = 2_000;

describe.skipIf(withoutRedis !== undefined)(`limits over Redis ${withoutRedis ?? ""}`, () => {
  let redis: RedisServer;
  const open: RateLimit[] = [];
  let changes: string[] = [];
  let number = 0;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  afterEach(() => {
    for (const limit of open.splice(0)) limit.close();
    changes = [];
  });

  /** What one process has. */
  async function start(): Promise<RateLimit> {
    const onChange = (answers: boolean) => changes.push(answers ? "answers" : "does not answer");
    const limit = limitOverRedis(await createRedisCounter({ url: redis.url, onChange, answerMs: ANSWER_MS }));
    open.push(limit);
    return limit;
  }

  async function startBoth(): Promise<RateLimit[]> {
    const limits = [await start(), await start()];
    for (const limit of limits) await answered(limit);
    return limits;
  }

  const newCredential = () => `credential-${++number}`;

  /** So many requests side by side, taking turns between processes: how many are allowed. */
  async function allowedOf(limits: readonly RateLimit[], credential: string, requests: number): Promise<number> {
    const standings = Array.from({ length: requests }, (_, index) =>
      (limits[index % limits.length] ?? limits[0])?.count(credential, 600),
    );
    return (await Promise.all(standings)).filter((standing) => standing?.allowed).length;
  }

  const answered = (limit: RateLimit) => until("Redis is used again", () => limit.keptIn() === "redis" || undefined);
  const lost = (limit: RateLimit) => until("Redis is given up", () => limit.keptIn() !== "redis" || undefined);

  it("allow exactly 600 of 2,000 requests side by side through two processes, each time anew", async () => {
    const limits = await startBoth();
    for (let run = 0; run < RUNS; run++) expect(await allowedOf(limits, newCredential(), 2_000)).toBe(600);
  });

  it("say what is left of the window that all share", async () => {
    const [one, other] = await startBoth();
    if (one === undefined || other === undefined) return;
    const credential = newCredential();
    await one.count(credential, 3);
    expect(await other.count(credential, 3)).toMatchObject({ allowed: true, limit: 3, remaining: 1 });
    expect(await one.count(credential, 3)).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await other.count(credential, 3);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    expect(one.keptIn()).toBe("redis");
  });

  it("stay in each process where Redis was never there, and come together once it is", async () => {
    await redis.stop();
    const limit = await start();
    expect(limit.keptIn()).toBe("memory_redis_not_answering");
    const credential = newCredential();
    expect(await allowedOf([limit], credential, 700)).toBe(600);
    await redis.start();
    await answered(limit);
    expect(await allowedOf([limit], credential, 10)).toBe(0);
    expect(await allowedOf([await start()], credential, 10)).toBe(0);
    expect(changes).toEqual(["does not answer", "answers"]);
  });

  it.each([
    ["stopped", () => redis.stop(), () => redis.start()],
    ["frozen", () => redis.freeze(), () => redis.thaw()],
  ] as const)("stay while Redis is %s and after, without a fresh allowance each time", async (_, fail, mend) => {
    const limits = await startBoth();
    const credential = newCredential();
    expect(await allowedOf(limits, credential, 400)).toBe(400);
    let allowed = 400;
    for (let failure = 0; failure < 3; failure++) {
      await fail();
      // The first of these wait for Redis and find it gone; none of the others does.
      allowed += await allowedOf(limits, credential, 20);
      for (const limit of limits) await lost(limit);
      allowed += await allowedOf(limits, credential, 20);
      await mend();
      for (const limit of limits) await answered(limit);
      // With its next request, each process tells what it has counted by itself.
      allowed += await allowedOf(limits, credential, 2);
    }
    expect(allowed).toBe(526);
    allowed += await allowedOf(limits, credential, 1_000);
    expect(allowed).toBeLessThanOrEqual(600);
    // What Redis had received before it froze is counted twice.
    expect(allowed).toBeGreaterThanOrEqual(594);
    for (const limit of limits) expect((await limit.count(credential, 600)).allowed).toBe(false);
  });

  it("stay where Redis is flushed in the middle of a window", async () => {
    const limits = await startBoth();
    const credential = newCredential();
    expect(await allowedOf(limits, credential, 500)).toBe(500);
    await redis.flush();
    // Each process finds out with its next request, and brings back what it knows of.
    expect(await allowedOf(limits, credential, 2)).toBe(2);
    expect(await allowedOf(limits, credential, 2_000)).toBe(98);
  });

  it("let the first request that finds Redis frozen wait for it, and none after", async () => {
    const limit = await start();
    const credential = newCredential();
    redis.freeze();
    try {
      await limit.count(credential, 600);
      expect(limit.keptIn()).toBe("memory_redis_not_answering");
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

  it("do not take a busy process for a Redis that does not answer", async () => {
    const limit = await start();
    const counting: Promise<RateLimitStatus> = limit.count(newCredential(), 600);
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 2 * ANSWER_MS;
    while (performance.now() < until);
    expect((await counting).remaining).toBe(599);
    expect(limit.keptIn()).toBe("redis");
  });
});
