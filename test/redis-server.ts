import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createClient } from "@redis/client";
import { freePort } from "./free-port.ts";
import { type RunningProcess, run } from "./run-process.ts";
import { until } from "./until.ts";

const BINARY = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"].find((path) =>
  existsSync(path),
);

/** The reason to skip tests that start Redis; undefined if Redis is installed. */
export const withoutRedis = BINARY === undefined ? "redis-server is not installed" : undefined;

/** A Redis server without persistence that a test starts, stops or freezes. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the server; its data is lost. */
  stop(): Promise<void>;
  /** Suspends the process: connections and bytes are accepted, but nothing is answered. */
  freeze(): void;
  thaw(): void;
  flush(): Promise<void>;
  /** Blocks this process until Redis answers a PING, and so has handled all earlier commands. */
  catchUp(): void;
  /** Returns the number of client connections, without the connection that counts them. */
  countConnections(): Promise<number>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: RunningProcess | undefined;

  async function send(...command: string[]): Promise<unknown> {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect();
    return client.sendCommand(command).finally(() => client.destroy());
  }

  const server: RedisServer = {
    url,
    async start() {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      child = run(BINARY ?? "redis-server", options);
      await until("Redis answers", () => send("PING").catch(() => undefined));
    },
    async stop() {
      await child?.end("SIGKILL");
    },
    freeze: () => child?.signal("SIGSTOP"),
    thaw: () => child?.signal("SIGCONT"),
    flush: () => send("FLUSHALL").then(() => {}),
    catchUp() {
      const ping = `require("node:net").connect(${port}, "127.0.0.1").once("data", () => process.exit()).write("PING\\r\\n")`;
      execFileSync(process.execPath, ["-e", ping]);
    },
    countConnections: async () =>
      String(await send("CLIENT", "LIST"))
        .trim()
        .split("\n").length - 1,
  };
  await server.start();
  return server;
}
