import { expect } from "vitest";
import type { Role } from "#lib/domain/members.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { createDatabase } from "#test/create-database.ts";
import { type FaultyModel, rightAnswer, sendJson, startFaultyModel } from "#test/faulty-model.ts";
import { freePort } from "#test/free-port.ts";
import { makeLogKey } from "#test/log-key.ts";
import { type Exit, makeFolder, type ServerProcess, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { until } from "#test/until.ts";
import { pick, type Trace } from "./trace.ts";

export const STORES = ["embedded", "postgresql"] as const;

/** Gateways on one database: two on PostgreSQL. Each gateway has its own data folder and port. */
export interface Fleet {
  readonly urls: readonly string[];
  readonly model: FaultyModel;
  readonly apiKey: string;
  readonly members: Readonly<Record<Role, ConsoleClient>>;
  /** Returns the URLs of the running gateways. */
  running(): readonly string[];
  /** Kills a gateway with SIGKILL. */
  kill(gateway: number): Promise<void>;
  /** Starts a gateway that was killed, and waits until it is ready. */
  start(gateway: number): Promise<void>;
  /** Stops all gateways with SIGTERM. */
  stop(): Promise<readonly Exit[]>;
  /** Closes the model server and drops the database. */
  close(): Promise<void>;
}

/** Milliseconds that the model takes to answer: long for some requests, so that many kills interrupt an inference. */
const DELAYS = [0, 0, 0, 10, 20, 40, 80, 160, 320, 640];

const SETTINGS = {
  AUTH_SECRET: "a-secret-that-all-gateways-share",
  MODEL_ADAPTER: "http",
  MODEL_CONCURRENCY: "32",
  // Short, because on PostgreSQL a kill blocks a key for the sum of these times and 7 seconds.
  MODEL_DEADLINE_MS: "3000",
  DATABASE_TIMEOUT_MS: "3000",
};

export async function openFleet(store: (typeof STORES)[number], trace: Trace): Promise<Fleet> {
  const model = await startFaultyModel();
  model.behave((response, request) => {
    trace.note("the model is asked", { requestId: request.request_id });
    setTimeout(() => sendJson(response, rightAnswer(request)), pick(DELAYS));
  });
  const database = store === "embedded" ? undefined : await createDatabase();
  const gateways: { readonly folder: string; readonly port: number }[] = [];
  for (let gateway = 0; gateway < (database === undefined ? 1 : 2); gateway++) {
    gateways.push({ folder: makeFolder(), port: await freePort() });
  }
  const [{ folder: firstFolder = "" } = {}] = gateways;
  const shared = database && { DATABASE_URL: database.url, LOG_KEY_FILE: makeLogKey() };
  if (database === undefined) await copySeededFolder(firstFolder);
  const urls = gateways.map(({ port }) => `http://127.0.0.1:${port}`);
  const running = new Map<number, ServerProcess>();

  async function start(gateway: number): Promise<void> {
    const { folder = "", port } = gateways[gateway] ?? {};
    const settings = { ...SETTINGS, PORT: String(port), MODEL_URL: model.url };
    trace.note("start", { gateway });
    running.set(gateway, await startMain(folder, { ...settings, ...shared }));
    trace.note("ready", { gateway });
  }

  // The first gateway seeds the database and writes first-run.json, before the second one starts.
  for (const gateway of gateways.keys()) await start(gateway);
  const firstRun = readFirstRun(firstFolder);
  if (firstRun === undefined) throw new Error("the first run did not create first-run.json");
  const { accounts, api_key: apiKey } = firstRun;
  const session = (role: Role) => signIn(urls[0] ?? "", accounts[role]);
  const members = {
    admin: await session("admin"),
    researcher: await session("researcher"),
    reviewer: await session("reviewer"),
    auditor: await session("auditor"),
  };
  return {
    urls,
    model,
    apiKey,
    members,
    running: () => [...running.values()].map(({ url }) => url),
    async kill(gateway) {
      const server = running.get(gateway);
      if (server === undefined) throw new Error(`gateway ${gateway} is not running`);
      running.delete(gateway);
      trace.note("kill", { gateway });
      expect((await server.end("SIGKILL")).signal).toBe("SIGKILL");
    },
    start,
    stop: () => Promise.all([...running.values()].map((server) => server.end())),
    async close() {
      await Promise.all([...running.values()].map((server) => server.end("SIGKILL")));
      await model.leave();
      await database?.drop();
    },
  };
}

/** Returns the URL of a random running gateway, as soon as there is one. */
export function anyGateway({ running }: Fleet): Promise<string> {
  return until("a gateway is running", () => pick(running()));
}
