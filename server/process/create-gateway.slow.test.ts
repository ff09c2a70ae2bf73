import { beforeEach, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { type RedisServer, startRedis, withoutRedis } from "#test/redis-server.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { until } from "#test/until.ts";
import { createGateway } from "./create-gateway.ts";

describeUnless([withoutRedis], "a gateway with Redis that could not start", () => {
  let redis: RedisServer;
  let folder: string;

  beforeEach(async () => {
    redis = await startRedis();
    folder = makeFolder();
    await copySeededFolder(folder);
  });

  it("leaves no connection open, and starts once the cause is fixed", async () => {
    const config = readConfig({ DATA_DIR: folder, REDIS_URL: redis.url, LOG_LEVEL: "silent" });
    // The queue is opened after the rate limits have connected to Redis.
    const openQueue = () => Promise.reject(new Error("no queue"));
    await expect(createGateway(config, { openQueue })).rejects.toThrow("no queue");
    await until("Redis has no connection", async () => (await redis.countConnections()) === 0);

    const wired = await createGateway(config);
    await until("Redis has the connections of both limits", async () => (await redis.countConnections()) === 2);
    await wired.close();
    await until("Redis has no connection", async () => (await redis.countConnections()) === 0);
  });
});
