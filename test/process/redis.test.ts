import { cpSync } from "node:fs";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeUnless } from "#test/describe-unless.ts";
import { effort } from "#test/effort.ts";
import { type RedisServer, startRedis, withoutRedis } from "#test/redis-server.ts";
import { makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { startGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const RUNS = effort({ sample: 1, full: 10 });
const WINDOW_MS = 60_000;
/** Small enough to be answered within one window on most machines. */
const REQUESTS = effort({ sample: 500, full: 2_000 });
const LIMIT = effort({ sample: 150, full: 600 });
const SILENT = "Redis does not answer";

describeUnless([withoutRedis], "two processes and one Redis", () => {
  // Limits concurrency, so that a process does not shed load even on a slow machine.
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  let redis: RedisServer;
  let servers: [ServerProcess, ServerProcess];
  let keys: string[];

  beforeAll(async () => {
    const [ours, theirs] = [makeFolder(), makeFolder()];
    await copySeededFolder(ours);
    const gateway = await startGateway({ DATA_DIR: ours });
    keys = [];
    for (let run = 0; run <= RUNS; run++) keys.push(await gateway.issue({ name: `run ${run}`, ratePerMinute: LIMIT }));
    await gateway.stop();
    cpSync(ours, theirs, { recursive: true });
    redis = await startRedis();
    // A long timeout, so that a slow machine does not give up on Redis.
    const environment = { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: "60000" };
    servers = await Promise.all([startMain(ours, environment), startMain(theirs, environment)]);
  });
  afterAll(async () => {
    agent.destroy();
    await redis.stop();
  });

  /** Sends requests whose body is invalid, which only the rate limit refuses first. */
  async function statusesOf(key: string, requests: number): Promise<number[]> {
    return Promise.all(Array.from({ length: requests }, (_, index) => ask(servers[index % 2 === 0 ? 0 : 1], key)));
  }

  function ask({ url }: ServerProcess, key: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-length": 1 };
      request(`${url}/v1/predict`, { method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      })
        .on("error", reject)
        .end("{");
    });
  }

  const readiness = async ({ url }: ServerProcess) => (await fetch(`${url}/health/ready`)).json();
  const timesSilent = () => servers.map(({ output }) => output().split(SILENT).length - 1);
  const areSilentSince = (before: readonly number[]) =>
    timesSilent().every((times, index) => times > (before[index] ?? 0));

  it(`answer exactly ${LIMIT} of ${REQUESTS} parallel requests of a credential, ${RUNS} times over`, async () => {
    for (const key of keys.slice(1)) {
      const begun = performance.now();
      const statuses = await statusesOf(key, REQUESTS);
      // One window, except on a slow machine: each further window has the limit again.
      const windows = 1 + Math.floor((performance.now() - begun) / WINDOW_MS);
      const passed = statuses.filter((status) => status === 400).length;
      expect(passed).toBeGreaterThanOrEqual(LIMIT);
      expect(passed).toBeLessThanOrEqual(LIMIT * windows);
      expect(statuses.filter((status) => status === 429)).toHaveLength(REQUESTS - passed);
    }
  });

  it("continue without Redis, report it in /health/ready and the log, and share limits again when it is back", async () => {
    const [key = ""] = keys;
    const before = timesSilent();
    await redis.stop();
    expect(new Set(await statusesOf(key, LIMIT))).toEqual(new Set([400]));
    await until("both count by themselves", async () => (await areBoth("memory_redis_not_answering")) || undefined);
    expect(await readiness(servers[0])).toMatchObject({ ready: true });
    await redis.start();
    await until("both count in Redis again", async () => (await areBoth("redis")) || undefined);
    // Log lines are collected for a second.
    await until("both have logged it", () => areSilentSince(before) || undefined);
    for (const [index, times] of timesSilent().entries()) expect(times).toBeLessThan((before[index] ?? 0) + 10);
  });

  it("shut down even if Redis is frozen", async () => {
    redis.freeze();
    const exits = await Promise.all(servers.map((server) => server.end()));
    redis.thaw();
    expect(exits.map(({ code }) => code)).toEqual([0, 0]);
  });

  async function areBoth(limits: string): Promise<boolean> {
    const found = await Promise.all(servers.map(readiness));
    return found.every((ready) => ready.limits === limits);
  }
});
