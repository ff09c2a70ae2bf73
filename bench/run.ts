import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { type BenchServer, startServer } from "./start-server.ts";

/**
 * Measures requests per second of a bare node:http echo, a bare Next route handler and `/v1/predict` with all features.
 * The three alternate, so that changes of the machine's speed affect all of them; ratios are of medians.
 */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = [1, 16];
const PORTS = { echo: 4310, next: 4311, gateway: 4312 };

interface Subject {
  readonly name: string;
  readonly server: BenchServer;
  readonly headers: Record<string, string>;
}

async function main(): Promise<void> {
  const body = readFileSync("examples/binary.json", "utf8");
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  const subjects = await startSubjects(dataDir);
  try {
    for (const connections of CONNECTIONS) await measure(subjects, connections, body);
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
    rmSync(dataDir, { recursive: true });
  }
}

async function startSubjects(dataDir: string): Promise<Subject[]> {
  const next = "node_modules/next/dist/bin/next";
  if (!existsSync(".next/BUILD_ID")) execFileSync(process.execPath, [next, "build"], { stdio: "inherit" });
  execFileSync(process.execPath, [next, "build", "bench/next-app"], { stdio: ["ignore", "ignore", "inherit"] });
  const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;
  const json = { "content-type": "application/json" };
  const echo = await startServer(at(PORTS.echo, "/"), ["bench/echo-server.ts", String(PORTS.echo)]);
  const bare = await startServer(at(PORTS.next, "/echo"), [next, "start", "bench/next-app", "-p", String(PORTS.next)], {
    NODE_ENV: "production",
  });
  const gateway = await startServer(at(PORTS.gateway, "/v1/predict"), ["server/main.ts"], {
    PORT: String(PORTS.gateway),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: "10000000",
  });
  const { api_key } = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  return [
    { name: "node:http echo", server: echo, headers: json },
    { name: "Next route handler", server: bare, headers: json },
    { name: "/v1/predict", server: gateway, headers: { ...json, authorization: `Bearer ${api_key}` } },
  ];
}

async function measure(subjects: readonly Subject[], connections: number, body: string): Promise<void> {
  const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, server, headers } of subjects) {
      const result = await autocannon({
        url: server.url,
        method: "POST",
        headers,
        body,
        connections,
        duration: SECONDS,
      });
      const failed = result.non2xx + result.errors;
      if (failed > 0) throw new Error(`${name}: ${failed} requests were not answered with 2xx`);
      // The first round warms up.
      if (round > 0) rates.get(name)?.push(result["2xx"] / result.duration);
      process.stderr.write(".");
    }
  }
  process.stderr.write("\n");
  const medians = new Map([...rates].map(([name, values]) => [name, median(values)]));
  const bareNext = medians.get("Next route handler") ?? Number.NaN;
  console.log(`\n${connections} connection${connections === 1 ? "" : "s"} (${ROUNDS} rounds of ${SECONDS} s)`);
  for (const [name, values] of rates) {
    const mid = medians.get(name) ?? Number.NaN;
    const range = `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
    const ratio = (mid / bareNext).toFixed(2);
    console.log(
      `  ${name.padEnd(20)}${String(Math.round(mid)).padStart(8)} requests/s  (${range})   ${ratio} × bare Next`,
    );
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return ((sorted[half] ?? 0) + (sorted[sorted.length % 2 === 1 ? half : half - 1] ?? 0)) / 2;
}

await main();
