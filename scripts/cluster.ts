import { join } from "node:path";
import { FIRST_RUN_FILE, readFirstRun } from "#server/process/seed-first-run.ts";
import { withoutNginx } from "#test/balancer.ts";
import { startPrimary, withoutCluster } from "#test/postgres-cluster.ts";
import { withoutRedis } from "#test/redis-server.ts";
import { endProcesses, type ServerProcess } from "#test/run-process.ts";
import { startTopology, type Topology } from "#test/topology.ts";
import { ensureBuilt } from "./ensure.mjs";

/**
 * `npm run cluster`: starts two gateways behind nginx, with PostgreSQL, Redis and the example model server, as local
 * processes on free ports. Restarts a gateway that exits, as compose.yaml does. Ctrl-C stops everything and deletes all
 * data.
 */

const missing = [withoutCluster, withoutRedis, withoutNginx].filter((reason) => reason !== undefined);
if (missing.length > 0) {
  console.error(`Install PostgreSQL, Redis and nginx on this machine first: ${missing.join(", ")}.`);
  process.exit(2);
}

let isStopping = false;
const stop = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // `on`, not `once`: without a handler, a second Ctrl-C would leave processes and files behind.
  process.on(signal, () => {
    isStopping = true;
    stop.resolve();
  });
}

ensureBuilt();
console.log("Starting PostgreSQL, Redis, a model server, nginx and two gateways …");
try {
  const postgres = await startPrimary();
  const topology = await startTopology(postgres.url);
  print(topology, postgres.url);
  for (const [index, gateway] of topology.gateways.entries()) keepUp(topology, gateway, index).catch(stop.reject);
  await stop.promise;
  console.log("\nStopping …");
  await topology.stop();
  await postgres.kill();
} catch (error) {
  // After Ctrl-C, a failed start is expected: child processes share the terminal and receive Ctrl-C, too.
  if (!isStopping) throw error;
} finally {
  isStopping = true;
  await endProcesses();
  console.log("All processes have stopped and their files are deleted.");
}

function print({ url, gateways }: Topology, databaseUrl: string): void {
  const dataDir = gateways[0]?.dataDir ?? "";
  console.log(`
Console     ${url} (accounts: ${join(dataDir, FIRST_RUN_FILE)})
PostgreSQL  ${databaseUrl}`);
  for (const [index, gateway] of gateways.entries()) console.log(addressOf(gateway, index));
  console.log(`
  curl -s ${url}/v1/predict -H 'Authorization: Bearer ${readFirstRun(dataDir)?.api_key}' -d @examples/binary.json

Press Ctrl-C to stop all processes. The gateways' warnings appear below.
`);
}

function addressOf({ url, pid, dataDir }: ServerProcess, index: number): string {
  return `Gateway ${index + 1}   ${url}, process ${pid}, files in ${dataDir}`;
}

/** Prints a gateway's log, and restarts it if it exits or is killed from outside. */
async function keepUp(topology: Topology, gateway: ServerProcess, index: number): Promise<void> {
  gateway.follow((text) => {
    if (!isStopping) process.stdout.write(text.replace(/^(?=.)/gm, `Gateway ${index + 1}   `));
  });
  const { code, signal } = await gateway.exit;
  if (isStopping) return;
  console.log(`Gateway ${index + 1}   exited with ${signal ?? `code ${code}`}. Restarting it.`);
  const next = await topology.start(index);
  console.log(addressOf(next, index));
  return keepUp(topology, next, index);
}
