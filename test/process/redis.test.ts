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
/** Few enough requests for most machines to answer them within one rate limit window. */
const REQUESTS = effort({ sample: 500, full: 2_000 });
const LIMIT = effort({ sample: 150, full: 600 });
const SILENT = "Redis does not answer";

describeUnless([withoutRedis], "two gateways with the same Redis", () => {
  // At most 100 connections, so that a gateway on a slow machine does not start load shedding.
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
    // A long timeout, so that the gateways do not fall back to local rate limits on a slow machine.
    const environment = { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: "60000" };
    servers = await Promise.all([startMain(ours, environment), startMain(theirs, environment)]);
  });
  afterAll(async () => {
    agent.destroy();
  });

  /** Sends requests with an invalid body: status 400 if the rate limit admits them, otherwise 429. */
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

  it(`admit exactly ${LIMIT} of ${REQUESTS} parallel requests with an API key, in each of ${RUNS} runs`, async () => {
    for (const key of keys.slice(1)) {
      const begun = performance.now();
      const statuses = await statusesOf(key, REQUESTS);
      // On a slow machine the requests may span several rate limit windows, each with the full limit.
      const windows = 1 + Math.floor((performance.now() - begun) / WINDOW_MS);
      const passed = statuses.filter((status) => status === 400).length;
      expect(passed).toBeGreaterThanOrEqual(LIMIT);
      expect(passed).toBeLessThanOrEqual(LIMIT * windows);
      expect(statuses.filter((status) => status === 429)).toHaveLength(REQUESTS - passed);
    }
  });

  it("continue without Redis, report the outage in /health/ready and the log, and share limits again afterwards", async () => {
    const [key = ""] = keys;
    const before = timesSilent();
    await redis.stop();
    expect(new Set(await statusesOf(key, LIMIT))).toEqual(new Set([400]));
    await until("both gateways use local limits", async () => await areBoth("memory_redis_not_answering"));
    expect(await readiness(servers[0])).toMatchObject({ ready: true });
    await redis.start();
    await until("both gateways use Redis again", async () => await areBoth("redis"));
    // The gateway buffers log lines for up to a second.
    await until("both gateways have logged the outage", () => areSilentSince(before));
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
