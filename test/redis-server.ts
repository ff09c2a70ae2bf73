import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createClient } from "@redis/client";
import { freePort } from "./free-port.ts";
import { type RunningProcess, run } from "./run-process.ts";
import { until } from "./until.ts";

const BINARY = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"].find((path) =>
  existsSync(path),
);

/** The reason to skip tests with their own Redis; undefined if they can run. */
export const withoutRedis = BINARY === undefined ? "redis-server is not installed" : undefined;

/** A Redis server that one test owns, without persistence. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the server; its data is lost. */
  stop(): Promise<void>;
  /** Makes it accept connections and bytes without answering. */
  freeze(): void;
  thaw(): void;
  flush(): Promise<void>;
  /** Blocks this process until Redis has answered everything sent before. */
  catchUp(): void;
  /** Counts its connections, except the one that asks. */
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
