import { startBalancer } from "./balancer.ts";
import { freePort } from "./free-port.ts";
import { makeLogKey } from "./log-key.ts";
import { startRedis } from "./redis-server.ts";
import { makeFolder, run, type ServerProcess, startMain } from "./run-process.ts";

/** The services of compose.yaml as local processes: two gateways, Redis, the example model server and nginx. */
export interface Topology {
  /** nginx's URL. */
  readonly url: string;
  readonly gateways: readonly ServerProcess[];
  start(index: number): Promise<ServerProcess>;
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
}

const SECRET = "a-secret-of-all-gateways-of-one-topology";

/** Starts all services except PostgreSQL. The first gateway creates the accounts if the database is empty. */
export async function startTopology(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Topology> {
  const modelPort = String(await freePort());
  const model = run(process.execPath, ["examples/model-server/node/server.mjs"], { PORT: modelPort, LOAD_MS: "0" });
  const redis = await startRedis();
  const ports: [number, number] = [await freePort(), await freePort()];
  const folders = [makeFolder(), makeFolder()];
  const balancer = await startBalancer(ports);
  await model.printed("The model is loaded.");
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    AUTH_SECRET: SECRET,
    LOG_KEY_FILE: makeLogKey(),
    CONSOLE_URL: balancer.url,
    TRUSTED_PROXIES: "127.0.0.1",
    KEEP_ALIVE_MS: "75000",
    MODEL_ADAPTER: "http",
    MODEL_URL: `http://127.0.0.1:${modelPort}`,
    ...settings,
  };
  const gateways: ServerProcess[] = [];
  const start = async (index: number) => {
    const gateway = await startMain(folders[index] ?? "", { ...environment, PORT: String(ports[index]) });
    gateways[index] = gateway;
    return gateway;
  };
  // The second gateway starts later, so that first-run.json is in the folder of the first gateway.
  await start(0);
  await start(1);
  return {
    url: balancer.url,
    gateways,
    start,
    async restart(index) {
      const exit = await gateways[index]?.end();
      if (exit?.code !== 0) throw new Error(`a gateway exited with ${JSON.stringify(exit)}`);
      await start(index);
    },
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.end()));
      await Promise.all([redis.stop(), balancer.end(), model.end()]);
    },
  };
}
