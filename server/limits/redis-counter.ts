import { createClient, createCluster } from "@redis/client";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { describeError } from "#server/base/describe-error.ts";
import { nameSetting } from "#server/base/name-setting.ts";
import { within } from "#server/base/within.ts";
import { createMemoryCounter, NO_LIMIT, type RequestCounter } from "./request-counter.ts";

/** The minimum connect timeout. A longer answer timeout is also used as the connect timeout. */
const CONNECT_MS = 1_000;
const RETRY_MS = 1_000;

export interface RedisCounterOptions {
  /** `redis://` or `rediss://` */
  readonly url: string;
  /** Prefix of the keys in Redis, different for each counter. */
  readonly prefix: string;
  readonly windowSeconds: number;
  /** Called when Redis becomes available or unavailable; `detail` is the reason, without secrets. */
  readonly onChange: (available: boolean, detail?: string) => void;
  /** The timeout of one answer from Redis. A request waits for at most one answer. */
  readonly answerMs: number;
}

/**
 * Creates a counter in Redis, shared by all processes. Resolves after the first connection attempt, even if it fails.
 * While Redis does not answer, this process counts alone: the first late or failed answer closes the connection, and no
 * request waits for Redis until a new connection has counted in time.
 */
export async function createRedisCounter(options: RedisCounterOptions): Promise<RequestCounter> {
  const { onChange, answerMs } = options;
  const explain = (error: unknown) => describeError(nameSetting("REDIS_URL", options.url, error));
  // The local counter also counts while Redis works, so the process does not start from zero when Redis fails.
  const local = createMemoryCounter(options.windowSeconds);
  let connection: Connection | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function lose(lost: Connection, error: unknown): void {
    if (lost !== connection) return;
    connection = undefined;
    lost.client.destroy();
    onChange(false, explain(error));
    retryLater();
  }

  function retryLater(): void {
    if (closed) return;
    retry = setTimeout(() => connect().then(() => closed || onChange(true), retryLater), RETRY_MS).unref();
  }

  async function connect(): Promise<void> {
    const opened = await openConnection(options);
    if (closed) return opened.client.destroy();
    opened.client.on("error", (error) => lose(opened, error));
    connection = opened;
  }

  try {
    await connect();
  } catch (error) {
    onChange(false, explain(error));
    retryLater();
  }
  return {
    async add(key, requests) {
      const counted = local.add(key, requests);
      const used = connection;
      if (used === undefined) return counted;
      try {
        const { consumedPoints, msBeforeNext } = await within(answerMs, used.limiter.penalty(key, requests));
        return { count: consumedPoints, endsIn: msBeforeNext };
      } catch (error) {
        lose(used, error);
        return counted;
      }
    },
    storage: () => (connection === undefined ? "memory_redis_not_answering" : "redis"),
    close() {
      closed = true;
      clearTimeout(retry);
      connection?.client.destroy();
      connection = undefined;
    },
  };
}

type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Opens a connection and tests it with one count, so a read-only or full Redis is rejected here. */
async function openConnection({ url, prefix, windowSeconds, answerMs }: RedisCounterOptions) {
  const client = await connectRedis({ url, connectMs: Math.max(CONNECT_MS, answerMs) });
  const limiter = new RateLimiterRedis({
    ...NO_LIMIT,
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: prefix,
    duration: windowSeconds,
  });
  try {
    await within(answerMs, limiter.penalty("probe"));
  } catch (error) {
    client.destroy();
    throw error;
  }
  return { client, limiter };
}

interface RedisAddress {
  /** `redis://` or `rediss://` */
  readonly url: string;
  readonly connectMs: number;
}

/**
 * Connects to Redis. If the server is a node of a Redis Cluster, connects to the whole cluster with the same credentials
 * and encryption. Rejects if the connection fails; later failures are emitted as "error".
 */
async function connectRedis(address: RedisAddress) {
  const client = createClient({ url: address.url, ...settingsOf(address) });
  await connect(client, address);
  // A user may lack the permission for INFO; a single server is assumed then.
  const info = await client.info("cluster").catch(() => "");
  if (!info.includes("cluster_enabled:1")) return client;
  client.destroy();
  const { protocol, username, password } = new URL(address.url);
  const socket = { ...settingsOf(address).socket, ...(protocol === "rediss:" ? { tls: true as const } : {}) };
  const cluster = createCluster({
    rootNodes: [{ url: address.url, ...settingsOf(address) }],
    defaults: {
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      disableOfflineQueue: true,
      socket,
    },
  });
  // A lost node loses a share of the keys.
  cluster.on("node-error", (error) => cluster.emit("error", error));
  await connect(cluster, address);
  return cluster;
}

function settingsOf({ connectMs }: RedisAddress) {
  return { disableOfflineQueue: true, socket: { connectTimeout: connectMs, reconnectStrategy: false as const } };
}

interface Connecting {
  on(event: "error", listener: () => void): unknown;
  connect(): Promise<unknown>;
  destroy(): void;
}

async function connect(client: Connecting, { connectMs }: RedisAddress): Promise<void> {
  // Without a listener, an "error" event would end the process. The promise reports the same errors.
  client.on("error", () => {});
  try {
    await within(connectMs, client.connect());
  } catch (error) {
    client.destroy();
    throw error;
  }
}
