import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createClient } from "@redis/client";
import { freePort } from "./free-port.ts";
import { makeFolder, type RunningProcess, run } from "./run-process.ts";
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

/** `more` are further options of the server. With a `certificate` of certificates.ts, it accepts only TLS. */
export async function startRedis(
  more: readonly string[] = [],
  certificate?: "trusted" | "untrusted",
): Promise<RedisServer> {
  const port = await freePort();
  const url = `${certificate === undefined ? "redis" : "rediss"}://127.0.0.1:${port}`;
  const folder = makeFolder();
  let child: RunningProcess | undefined;

  async function send(...command: string[]): Promise<unknown> {
    const tls = certificate === undefined ? {} : { tls: true as const, rejectUnauthorized: false };
    const client = createClient({ url, socket: { reconnectStrategy: false, ...tls } });
    client.on("error", () => {});
    await client.connect();
    return client.sendCommand(command).finally(() => client.destroy());
  }

  const server: RedisServer = {
    url,
    async start() {
      const ports = certificate === undefined ? ["--port", String(port)] : tlsOptions(port, certificate);
      // A node of a cluster writes a file to its folder.
      const options = [...ports, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder, ...more];
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

function tlsOptions(port: number, certificate: string): string[] {
  const fileOf = (ending: string) => resolve("test", "certificates", `${certificate}.${ending}`);
  const files = [
    "--tls-cert-file",
    fileOf("pem"),
    "--tls-key-file",
    fileOf("key"),
    "--tls-ca-cert-file",
    fileOf("pem"),
  ];
  return ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no", ...files];
}
