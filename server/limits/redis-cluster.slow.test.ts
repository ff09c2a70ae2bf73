import { createClient } from "@redis/client";
import { beforeAll, expect, it } from "vitest";
import { trustAuthority } from "#test/certificates.ts";
import { cleanUp } from "#test/clean-up.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { type RedisServer, startRedis, withoutRedis } from "#test/redis-server.ts";
import { until } from "#test/until.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { createRedisCounter } from "./redis-counter.ts";

const SLOTS = 16_384;
/** Longer than any pause of the machine, so Redis always answers in time. */
const ANSWER_MS = 60_000;

/** Starts a cluster of three servers without replicas. */
async function startCluster(): Promise<RedisServer[]> {
  const nodes = await Promise.all([0, 1, 2].map(() => startRedis(["--cluster-enabled", "yes"])));
  const [first] = nodes;
  for (const [index, node] of nodes.entries()) {
    const range = [Math.ceil((SLOTS * index) / 3), Math.ceil((SLOTS * (index + 1)) / 3) - 1];
    await send(node, "CLUSTER", "ADDSLOTSRANGE", ...range.map(String));
    if (index > 0) await send(node, "CLUSTER", "MEET", "127.0.0.1", new URL(first?.url ?? "").port);
  }
  for (const node of nodes)
    await until("the cluster is complete", async () => {
      const info = String(await send(node, "CLUSTER", "INFO"));
      return info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3");
    });
  return nodes;
}

async function send({ url }: RedisServer, ...command: string[]): Promise<unknown> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  return client.sendCommand(command).finally(() => client.destroy());
}

async function start(url: string): Promise<RateLimit> {
  const options = { url, prefix: "test", windowSeconds: 3_600, onChange: () => {}, answerMs: ANSWER_MS };
  const limit = createRateLimit(await createRedisCounter(options));
  cleanUp(() => limit.close());
  return limit;
}

describeUnless([withoutRedis], "limits over a Redis Cluster of three nodes", () => {
  let nodes: RedisServer[];
  beforeAll(async () => {
    nodes = await startCluster();
  });

  it("are shared by processes that know different nodes, whichever node holds the key", async () => {
    const limits = [await start(nodes[0]?.url ?? ""), await start(nodes[2]?.url ?? "")];
    for (const limit of limits) expect(limit.storage()).toBe("redis");
    for (let credential = 0; credential < 12; credential++) {
      const asked = Array.from({ length: 50 }, (_, index) => limits[index % 2]?.count(`credential-${credential}`, 30));
      const allowed = (await Promise.all(asked)).filter((status) => status?.allowed);
      expect(allowed).toHaveLength(30);
    }
    const sizes = await Promise.all(nodes.map((node) => send(node, "DBSIZE")));
    for (const size of sizes) expect(Number(size)).toBeGreaterThan(0);
  });

  it("are enforced by the process alone once a node is lost, which the storage reports", async () => {
    const limit = await start(nodes[0]?.url ?? "");
    expect(limit.storage()).toBe("redis");
    await nodes[1]?.stop();
    await until("the loss is noticed", async () => {
      await Promise.all(Array.from({ length: 20 }, (_, key) => limit.count(`other-${key}`, 30)));
      return limit.storage() !== "redis";
    });
    expect(await limit.count("other-1", 30)).toMatchObject({ allowed: true });
  });
});

describeUnless([withoutRedis], "limits over Redis with TLS", () => {
  trustAuthority();

  it("are shared, and a server with an unknown certificate is refused", async () => {
    const redis = await startRedis([], "trusted");
    const limits = [await start(redis.url), await start(redis.url)];
    for (const limit of limits) expect(limit.storage()).toBe("redis");
    await limits[0]?.count("credential", 3);
    expect(await limits[1]?.count("credential", 3)).toMatchObject({ remaining: 1 });
    await redis.stop();
    const stranger = await startRedis([], "untrusted");
    expect((await start(stranger.url)).storage()).toBe("memory_redis_not_answering");
  });
});
