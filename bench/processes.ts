import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { startBalancer, withoutNginx } from "#test/balancer.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { withoutRedis } from "#test/redis-server.ts";
import { endProcesses } from "#test/run-process.ts";
import { startTopology } from "#test/topology.ts";
import { DIFFERENT } from "./bodies.ts";
import { GENERATOR, load } from "./load.ts";
import { median } from "./median.ts";
import { approveBodies } from "./subjects.ts";
import { readUsage } from "./usage.ts";

/**
 * `node bench/processes.ts`: compares the requests per second of one gateway and of two gateways behind nginx, in
 * alternating rounds, with the embedded model, Redis and the PostgreSQL in TEST_DATABASE_URL. All processes share this
 * machine's cores; the column `cores busy` shows whether any were left for a second gateway.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? "16,64").split(",").map(Number);
const PROCESSES = [1, 2];

interface Round {
  readonly connections: number;
  readonly processes: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of CPU time per request: all gateways, and PostgreSQL. */
  readonly gatewayUs: number;
  readonly postgresUs: number;
  /** Average number of busy cores, counting all processes on the machine. */
  readonly busyCores: number;
}

const missing = [withoutPostgres, withoutRedis, withoutNginx].filter((reason) => reason !== undefined);
if (missing.length > 0) throw new Error(`Install PostgreSQL, Redis and nginx first: ${missing.join(", ")}.`);

const folder = mkdtempSync(join(tmpdir(), "gateway-bench-"));
const database = await createDatabase();
try {
  console.log(
    `${GENERATOR} on ${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s; load average before: ${printLoad()}`,
  );
  const rounds = await measureRounds();
  console.table(
    CONNECTIONS.flatMap((connections) => PROCESSES.map((processes) => row(rounds, connections, processes))),
  );
  for (const connections of CONNECTIONS) {
    const ratio = medianOf(rounds, connections, 2, "perSecond") / medianOf(rounds, connections, 1, "perSecond");
    console.log(`${connections} connections: two gateways answer ${ratio.toFixed(2)} times as many requests as one.`);
  }
  console.log(`Load average after: ${printLoad()}`);
} finally {
  await endProcesses();
  await database.drop();
  rmSync(folder, { recursive: true });
}

async function measureRounds(): Promise<Round[]> {
  await approveBodies({ DATA_DIR: folder, DATABASE_URL: database.url });
  const headers = { authorization: `Bearer ${readFirstRun(folder)?.api_key}`, "content-type": "application/json" };
  const topology = await startTopology(database.url, {
    MODEL_ADAPTER: "pool",
    RATE_LIMIT_PER_MINUTE: "10000000",
    LOG_KEY_FILE: join(folder, "log-key.pem"),
  });
  const [first = 0, second = 0] = topology.gateways.map(({ port }) => port);
  // Both gateways always run. The first nginx sends all requests to one of them, the second nginx to both.
  const balancers = [await startBalancer([first, first]), await startBalancer([first, second])];
  const pids = topology.gateways.map(({ pid }) => pid);
  const readGateways = () => pids.map((pid) => readUsage(pid, undefined)).reduce((us, { cpu }) => us + sum(cpu), 0);
  const readPostgres = () => readUsage(0, database.url).server;
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const connections of CONNECTIONS) {
      for (const [index, { url }] of balancers.entries()) {
        const before = [readGateways(), readPostgres(), readBusy()] as const;
        const sent = { url: `${url}/v1/predict`, headers, bodies: DIFFERENT, connections, seconds: SECONDS };
        const startedAt = performance.now();
        const { refused, answers, ...result } = await load(sent);
        const tookMs = performance.now() - startedAt;
        if (refused > 0) throw new Error(`${refused} of ${answers} requests were refused`);
        const gatewayUs = (readGateways() - before[0]) / answers;
        const postgresUs = (readPostgres() - before[1]) / answers;
        const busyCores = (readBusy() - before[2]) / tookMs;
        // The first round is a warm-up.
        if (round > 0) rounds.push({ connections, processes: index + 1, gatewayUs, postgresUs, busyCores, ...result });
        process.stderr.write(".");
      }
    }
  }
  process.stderr.write("\n");
  return rounds;
}

function row(rounds: readonly Round[], connections: number, processes: number) {
  const of = (key: keyof Round) => medianOf(rounds, connections, processes, key);
  const rates = select(rounds, connections, processes).map(({ perSecond }) => Math.round(perSecond));
  return {
    connections,
    processes,
    "requests/s": Math.round(of("perSecond")),
    "slowest, fastest round": `${Math.min(...rates)}, ${Math.max(...rates)}`,
    "p50 ms": of("p50Ms").toFixed(1),
    "p99 ms": of("p99Ms").toFixed(1),
    "gateway CPU µs per request": Math.round(of("gatewayUs")),
    "PostgreSQL CPU µs per request": Math.round(of("postgresUs")),
    "cores busy": of("busyCores").toFixed(2),
  };
}

function select(rounds: readonly Round[], connections: number, processes: number): readonly Round[] {
  return rounds.filter((one) => one.connections === connections && one.processes === processes);
}

function medianOf(rounds: readonly Round[], connections: number, processes: number, key: keyof Round): number {
  return median(select(rounds, connections, processes).map((one) => one[key]));
}

function sum({ main, v8, others }: { main: number; v8: number; others: number }): number {
  return main + v8 + others;
}

/** Milliseconds that all cores together have been busy since the machine started. */
function readBusy(): number {
  return cpus().reduce((ms, { times }) => ms + times.user + times.nice + times.sys + times.irq, 0);
}

function printLoad(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");
}
