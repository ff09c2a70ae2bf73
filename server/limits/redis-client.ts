import { createClient, createCluster } from "@redis/client";
import { within } from "#server/base/within.ts";

export interface RedisAddress {
  /** `redis://` or `rediss://` */
  readonly url: string;
  readonly connectMs: number;
}

/**
 * Connects to Redis. If the server is a node of a Redis Cluster, connects to the whole cluster with the same credentials
 * and encryption. Rejects if the connection fails; later failures are emitted as "error".
 */
export async function connectRedis(address: RedisAddress) {
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
