import { once } from "node:events";
import { readFirstRun } from "#server/services/bootstrap.ts";
import { withoutNginx } from "#test/balancer.ts";
import { startPrimary, withoutCluster } from "#test/postgres-cluster.ts";
import { withoutRedis } from "#test/redis-server.ts";
import { endProcesses } from "#test/run-process.ts";
import { startTopology } from "#test/topology.ts";
import { ensureBuilt } from "./ensure.mjs";

/**
 * `npm run cluster`: two gateways on PostgreSQL and Redis behind nginx, with the example model server, as plain processes
 * on free ports. Everything is temporary, and ends with Ctrl-C.
 */

const missing = [withoutCluster, withoutRedis, withoutNginx].filter((reason) => reason !== undefined);
if (missing.length > 0) {
  console.error(`This needs PostgreSQL, Redis and nginx here: ${missing.join(", ")}.`);
  process.exit(2);
}
const stop = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
ensureBuilt();
try {
  const postgres = await startPrimary();
  const topology = await startTopology(postgres.url);
  const firstRun = readFirstRun(topology.gateways[0]?.dataDir ?? "");
  console.log(`nginx       ${topology.url}`);
  for (const { url, dataDir } of topology.gateways) console.log(`a gateway   ${url}, with its files in ${dataDir}`);
  console.log(`PostgreSQL  ${postgres.url}\nAPI key     ${firstRun?.api_key}\n\nCtrl-C ends all of it.`);
  await stop;
  await topology.stop();
  await postgres.kill();
} finally {
  await endProcesses();
}
