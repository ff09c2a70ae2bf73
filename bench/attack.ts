import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Role } from "#lib/domain/members.ts";
import { COSIGNATURE_V1, printVerifierKey, toVerifierKey } from "#lib/tlog/signed-note.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { freePort } from "#test/free-port.ts";
import { approval, type Seen } from "#test/review.ts";
import type { Attack } from "./attacker.ts";
import { LARGEST, TYPICAL } from "./bodies.ts";
import { startServer } from "./start-server.ts";

/**
 * `node bench/attack.ts [NAME …]`: measures predictions, liveness, other members and look-ups while one member or an
 * anonymous client attacks the gateway. The gateway runs on one core; the attacker and the measurements share another.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 40);
const WARM_SECONDS = 20;
const QUIET_SECONDS = 10;
const AFTER_SECONDS = 30;
/** Observations of the input whose influence is requested. */
const OBSERVATIONS = 200;
const BATCH = 10;
/** Intervals of the probes. */
const PREDICTION_MS = 50;
const PROBE_MS = 250;
const PAGE_MS = 1_000;
const GIVE_UP_MS = 30_000;
const GATEWAY_CORE = "0";
const ATTACKER_CORE = "1";

const only = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), "gateway-attack-"));
const [port, witnessPort] = [await freePort(), await freePort()];
const origin = `http://127.0.0.1:${port}`;
// A witness that accepts connections and never answers.
const witness = createServer(() => {}).listen(witnessPort, "127.0.0.1");
const witnessKey = await toVerifierKey({
  name: "hung.example",
  type: COSIGNATURE_V1,
  publicKey: new Uint8Array(32).fill(1),
});
execFileSync("taskset", ["-p", "-c", GATEWAY_CORE, String(process.pid)]);
const server = await startServer(
  `${origin}/v1/predict`,
  [
    ...(process.env.PROFILE ? ["--cpu-prof", "--cpu-prof-dir=/tmp/prof"] : []),
    "--import",
    "./bench/inside.mjs",
    "server/main.ts",
  ],
  {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "10000000",
    CHANGES_PER_MINUTE: "10000000",
    WITNESSES: `${printVerifierKey(witnessKey)} http://127.0.0.1:${witnessPort}`,
  },
);
execFileSync("taskset", ["-p", "-c", ATTACKER_CORE, String(process.pid)]);

const { api_key, accounts }: FirstRun = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));

try {
  const signedIn = (role: Role) => signIn(`http://localhost:${port}`, accounts[role]);
  const [researcher, reviewer, admin] = [
    await signedIn("researcher"),
    await signedIn("reviewer"),
    await signedIn("admin"),
  ];
  const requestId = await forecastLongInput(researcher, reviewer);
  const attackersKey = { name: "attacker", ratePerMinute: 100_000 };
  const { key } = Object(await admin.mutate("credentials.issue", attackersKey));
  const { request_id } = await (await predict()).json();

  const batch = (procedure: string, input: string) => {
    const path = `/api/trpc/${Array(BATCH).fill(procedure).join(",")}?batch=1`;
    const inputs = `{${Array.from({ length: BATCH }, (_, index) => `"${index}":${input}`).join(",")}}`;
    return { path, inputs, cookie: researcher.cookie };
  };
  const validate = batch("submissions.validate", LARGEST);
  const influence = batch("forecasts.influence", JSON.stringify({ requestId }));
  const attacks: Readonly<Record<string, Omit<Attack, "port">>> = {
    "batches of validations, left after 100 ms": { rate: 100, leaveAfterMs: 100, bytes: post(validate) },
    "batches of influence, left after 20 ms": { rate: 100, leaveAfterMs: 20, bytes: get(influence) },
    "pages without a session, left at once": {
      rate: 1_000,
      leaveAfterMs: 5,
      bytes: "GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n",
    },
    "24 connections of one member": { rate: 24, leaveAfterMs: undefined, bytes: post(validate) },
    "proofs, with a witness that does not answer": {
      rate: 8,
      leaveAfterMs: undefined,
      bytes: `GET /receipts/${request_id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    },
  };
  const probes = {
    prediction: () => predict(),
    liveness: () => fetch(`${origin}/health/live`, { headers: { connection: "close" } }),
    "member's page": () => fetch(`${origin}/submissions`, { headers: { cookie: reviewer.cookie } }),
    "member's procedure": () => fetch(`${origin}/api/trpc/reviews.queue`, { headers: { cookie: reviewer.cookie } }),
    "sign-in page": () => fetch(`${origin}/sign-in`),
    "look-up": () => fetch(`${origin}/scores/${request_id}`, { headers: { authorization: `Bearer ${api_key}` } }),
  } satisfies Record<string, () => Promise<Response>>;

  for (const [name, attack] of Object.entries(attacks)) {
    if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
    console.log(`\n${name}`);
    // Compiles the code and grows the heap to the size of a gateway in use.
    const warming = startAttack({ port, ...attack });
    await measure(probes, WARM_SECONDS);
    warming.kill();
    await measure(probes, AFTER_SECONDS);
    const memory = await residentMiB();
    report("before", await measure(probes, QUIET_SECONDS));
    const attacker = startAttack({ port, ...attack });
    const during = await measure(probes, SECONDS);
    attacker.kill();
    report("attack", during);
    console.log(`  recovered after ${await secondsUntilQuiet()} s`);
    await measure(probes, AFTER_SECONDS);
    report("after", await measure(probes, QUIET_SECONDS));
    console.log(`  memory ${memory} before, ${await residentMiB()} after`);
  }
} finally {
  await server.stop();
  witness.closeAllConnections();
  witness.close();
  rmSync(dataDir, { recursive: true });
}

function post({ path, inputs, cookie }: { path: string; inputs: string; cookie: string }): string {
  const head = [`POST ${path} HTTP/1.1`, "Host: x", `Cookie: ${cookie}`, `Origin: http://localhost:${port}`];
  const length = `Content-Length: ${Buffer.byteLength(inputs)}`;
  return `${[...head, "Content-Type: application/json", length, "Connection: close"].join("\r\n")}\r\n\r\n${inputs}`;
}

function get({ path, inputs, cookie }: { path: string; inputs: string; cookie: string }): string {
  const target = `${path}&input=${encodeURIComponent(inputs)}`;
  return [`GET ${target} HTTP/1.1`, "Host: x", `Cookie: ${cookie}`, "Connection: close", "", ""].join("\r\n");
}

function startAttack(attack: Attack): ChildProcess {
  const child = spawn(process.execPath, ["bench/attacker.ts"], { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(JSON.stringify(attack));
  return child;
}

function predict(): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${api_key}`, connection: "close" };
  return fetch(`${origin}/v1/predict`, { method: "POST", headers, body: TYPICAL });
}

interface Figures {
  readonly times: number[];
  refused: number;
  failed: number;
}

/** Sends each probe at a fixed rate, regardless of the response times. */
async function measure(probes: Record<string, () => Promise<Response>>, seconds: number) {
  const figures = new Map<string, Figures>();
  const open: Promise<void>[] = [];
  const timers = Object.entries(probes).map(([name, probe]) => {
    const mine: Figures = { times: [], refused: 0, failed: 0 };
    figures.set(name, mine);
    const send = async () => {
      const since = performance.now();
      try {
        const late = new Promise<never>((_, reject) => setTimeout(reject, GIVE_UP_MS).unref());
        const { status } = await Promise.race([read(probe), late]);
        if (status >= 500 || status === 429) mine.refused++;
        else mine.times.push(performance.now() - since);
      } catch {
        mine.failed++;
      }
    };
    return setInterval(() => open.push(send()), intervalOf(name));
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  for (const timer of timers) clearInterval(timer);
  await Promise.all(open);
  return figures;
}

function intervalOf(name: string): number {
  if (name === "prediction") return PREDICTION_MS;
  return name.endsWith("page") ? PAGE_MS : PROBE_MS;
}

async function read(probe: () => Promise<Response>): Promise<Response> {
  const response = await probe();
  await response.arrayBuffer();
  return response;
}

function report(phase: string, figures: ReadonlyMap<string, Figures>): void {
  for (const [name, { times, refused, failed }] of figures) {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
    console.log(
      `  ${phase.padEnd(7)}${name.padEnd(20)}p50 ${at(0.5).padStart(5)}  p99 ${at(0.99).padStart(6)}  max ${at(1).padStart(6)} ms` +
        `  answered ${sorted.length}, refused ${refused}, failed ${failed}`,
    );
  }
}

/** Returns the seconds until the gateway uses less than a fifth of its core for a second. */
async function secondsUntilQuiet(): Promise<number> {
  for (let second = 0; second < 300; second++) {
    const before = cpuTicks();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (cpuTicks() - before < 20) return second;
  }
  return Number.POSITIVE_INFINITY;
}

function cpuTicks(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** Returns the resident memory without and with a garbage collection. */
async function residentMiB(): Promise<string> {
  const read = () => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
  const before = read();
  await server.ask("collectGarbage");
  return `${[before, read()].map((kib) => `${Math.round(Number(kib) / 1_024)}`).join("/")} MiB`;
}

/** Submits, approves and forecasts an input with a long series, and returns the id of the forecast. */
async function forecastLongInput(researcher: ConsoleClient, reviewer: ConsoleClient): Promise<string> {
  const example: PredictionRequest = JSON.parse(
    readFileSync("examples/measurement.json", "utf8").replaceAll("Storage of Larkfield reservoir", "Storage"),
  );
  const { model, task, input } = example;
  const isMeasurement = (one: (typeof input.context)[number]) =>
    one.type === "structured" && one.data.kind === "measurement";
  const others = input.context.filter((one) => !isMeasurement(one));
  const first = Date.parse("2026-06-20T07:00:00Z") - OBSERVATIONS * 86_400_000;
  const series = Array.from({ length: OBSERVATIONS - others.length }, (_, index) => ({
    type: "structured" as const,
    data: { kind: "measurement", series: "Storage", value: 80 + (index % 9), unit: "% of capacity" },
    observed_at: new Date(first + index * 86_400_000).toISOString().replace(".000", ""),
  }));
  const request = { model, task, input: { ...input, context: [...series, ...others] } };
  const sent = (await researcher.mutate("submissions.submit", { request })) as Seen;
  await reviewer.mutate("reviews.decide", approval(sent));
  return Object(await researcher.mutate("forecasts.run", request)).request_id;
}
