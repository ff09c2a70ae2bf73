import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Options, Result } from "autocannon";
import { freePort } from "#test/free-port.ts";
import { autocannon } from "./autocannon.ts";
import { startServer } from "./start-server.ts";

/**
 * `node bench/overload.ts`: measures a gateway under overload. Sends predictions during a flood of page loads, then
 * predictions at up to five times the gateway's best rate, and opens idle, slow and malformed connections. Takes about
 * four minutes. The load generator shares the machine, so a gateway on its own machine performs better.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CALLERS = 16;
const FLOOD = 200;
const OVERLOAD_CONNECTIONS = 1_500;
const OVERLOAD_SECONDS = 60;
const RECOVERY_SECONDS = 5;
const IDLE = 2_000;
const KEPT_ALIVE = 250;
const DRIPPING = 500;
const READING_NOTHING = 250;
const READING_LITTLE = 250;
/** Pipelined requests per slow reader: enough for responses that exceed the kernel's socket buffers. */
const PIPELINED = 40;
const UNPARSABLE = 4_100;
const SLOW_SIGN_INS = 64;
const CUT_WITHIN_MS = 25_000;
const GIVE_UP_MS = 60_000;
/** Pause between new connections: opened all at once, the console's queue would refuse most of them immediately. */
const PAUSE_MS = 20;

const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = await startServer(`${origin}/v1/predict`, ["server/main.ts"], {
  PORT: String(port),
  DATA_DIR: dataDir,
  LOG_LEVEL: "error",
  RATE_LIMIT_PER_MINUTE: "10000000",
});
try {
  const { api_key } = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  const body = readFileSync("examples/binary.json", "utf8");
  const headers = { "content-type": "application/json", authorization: `Bearer ${api_key}` };
  const predict = (options: Partial<Options>) =>
    autocannon({ url: `${origin}/v1/predict`, method: "POST", headers, body, duration: SECONDS, ...options });

  await predict({ connections: CALLERS });
  const alone = await predict({ connections: CALLERS });
  report(`${CALLERS} callers alone`, alone);

  const flood = autocannon({ url: `${origin}/sign-in`, connections: FLOOD, duration: SECONDS, workers: 1 });
  const flooded = await predict({ connections: CALLERS });
  report(`${CALLERS} callers next to ${FLOOD} connections that load /sign-in`, flooded);
  report("  page loads", await flood);
  console.log(
    `  p99 of the callers: ${(flooded.latency.p99 / alone.latency.p99).toFixed(1)} times the p99 without the flood`,
  );

  const best = alone["2xx"] / alone.duration;
  const live = watch("/health/live");
  const overload = await predict({
    connections: OVERLOAD_CONNECTIONS,
    overallRate: Math.round(5 * best),
    duration: OVERLOAD_SECONDS,
    workers: 1,
    timeout: 60,
  });
  report(`up to five times the best rate, on ${OVERLOAD_CONNECTIONS} connections`, overload);
  const goodput = overload["2xx"] / overload.duration / best;
  console.log(`  goodput ${Math.round(100 * goodput)} % of the best rate; slowest liveness check ${await live()}`);
  for (const seconds of [0, RECOVERY_SECONDS]) {
    const afterwards = await predict({ connections: CALLERS, duration: RECOVERY_SECONDS });
    report(`${CALLERS} callers, ${seconds} to ${seconds + RECOVERY_SECONDS} s after the overload`, afterwards);
  }

  const member = { headers: { cookie: await signIn() } };
  const attacks = [
    ["with a malformed target", UNPARSABLE, sendUnparsable, 1],
    ["sending a sign-in body at 1 byte per second", SLOW_SIGN_INS, dripSignIn, 0],
  ] as const;
  for (const [what, count, begin, pauseMs] of attacks) {
    const watches = [
      ["liveness", watch("/health/live")],
      ["a member's page", watch("/submissions", member)],
      ["a member's procedure", watch("/api/trpc/system.status", member)],
      ["a prediction", watch("/v1/predict", { method: "POST", headers, body })],
    ] as const;
    console.log(await cut(what, count, begin, pauseMs));
    for (const [name, longest] of watches) console.log(`  slowest response, ${name}: ${await longest()}`);
  }

  const script = await findLargestScript();
  const watched = watch("/health/live");
  const kinds = [
    ["idle", IDLE, (socket: Socket) => void socket.resume()],
    ["kept alive after an answer", KEPT_ALIVE, keepAlive],
    ["sending a body at 2 bytes per second", DRIPPING, drip],
    ["reading nothing", READING_NOTHING, (socket: Socket) => readSlowly(socket, script, 0)],
    ["reading 100 bytes per second", READING_LITTLE, (socket: Socket) => readSlowly(socket, script, 100)],
  ] as const;
  console.log((await Promise.all(kinds.map(([what, count, begin]) => cut(what, count, begin)))).join("\n"));
  console.log(`  slowest liveness check ${await watched()}`);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}

function report(what: string, result: Result): void {
  const { latency, duration, errors } = result;
  const codes = Object.entries(result.statusCodeStats ?? {})
    .map(([code, { count }]) => `${code}: ${Math.round((count ?? 0) / duration)}/s`)
    .join(", ");
  console.log(`${what}\n  ${codes}; errors: ${errors}; p50 ${latency.p50} ms, p99 ${latency.p99} ms`);
}

/** Opens connections and returns a line of text on how soon the gateway closed them. */
async function cut(
  what: string,
  count: number,
  begin: (socket: Socket) => void | Promise<void>,
  pauseMs = PAUSE_MS,
): Promise<string> {
  const times = await Promise.all(Array.from({ length: count }, (_, index) => lifetime(index * pauseMs, begin)));
  const late = times.filter((ms) => ms > CUT_WITHIN_MS).length;
  const left = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  return (
    `${count} connections ${what}: closed after ${Math.min(...times)} to ${Math.max(...times)} ms; ` +
    `${late} of them later than ${CUT_WITHIN_MS} ms, ${left} still open after ${GIVE_UP_MS} ms`
  );
}

async function signIn(): Promise<string> {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, "first-run.json"), "utf8"));
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `http://localhost:${port}` },
    body: JSON.stringify(accounts.researcher),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** Polls a URL path. The returned function stops polling and returns the longest response time and the failures. */
function watch(path: string, init: RequestInit = {}): () => Promise<string> {
  let most = 0;
  let all = 0;
  let failed = 0;
  let over = false;
  const ended = (async () => {
    while (!over) {
      const since = performance.now();
      const isAnswered = await fetch(origin + path, init).then(
        (response) => response.text().then(() => response.ok),
        () => false,
      );
      all += 1;
      if (!isAnswered) failed += 1;
      most = Math.max(most, performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    over = true;
    await ended;
    return `${Math.round(most)} ms, ${failed} of ${all} failed`;
  };
}

/**
 * Returns the milliseconds from the moment `begin` resolves until the server closes the connection; Infinity if the
 * connection is still open after GIVE_UP_MS.
 */
async function lifetime(delayMs: number, begin: (socket: Socket) => void | Promise<void>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  let since = performance.now();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => {
    socket.once("close", () => resolve(Math.round(performance.now() - since)));
  });
  const patience = setTimeout(() => socket.destroy(), GIVE_UP_MS);
  Promise.resolve(begin(socket)).then(() => {
    since = performance.now();
  });
  const ms = await closed;
  clearTimeout(patience);
  return ms >= GIVE_UP_MS ? Number.POSITIVE_INFINITY : ms;
}

async function findLargestScript(): Promise<string> {
  const page = await (await fetch(`${origin}/sign-in`)).text();
  const paths = new Set(page.match(/\/_next\/static\/[\w./~-]+\.js/g));
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(path, (await (await fetch(origin + path)).arrayBuffer()).byteLength);
  const [[largest = "/"] = []] = [...sizes].sort(([, a], [, b]) => b - a);
  return largest;
}

function drip(socket: Socket): void {
  socket.resume();
  socket.write("POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n");
  const timer = setInterval(() => socket.write("x"), 500);
  socket.once("close", () => clearInterval(timer));
}

function sendUnparsable(socket: Socket): void {
  socket.resume();
  socket.write("GET /\\ HTTP/1.1\r\nHost: x\r\n\r\n");
}

function dripSignIn(socket: Socket): void {
  socket.resume();
  socket.write("POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n");
  const timer = setInterval(() => socket.write("x"), 1_000);
  socket.once("close", () => clearInterval(timer));
}

function keepAlive(socket: Socket): void {
  socket.resume();
  socket.write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
}

/**
 * Reads at `bytesPerSecond`. Resolves when the first response arrives: the measured lifetime starts then, because until
 * then the connection waits for the server.
 */
async function readSlowly(socket: Socket, script: string, bytesPerSecond: number): Promise<void> {
  socket.write(`GET ${script} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED));
  const timer = setInterval(() => {
    if (bytesPerSecond > 0) socket.read(Math.round(bytesPerSecond / 4));
    // A client that does not read notices a closed connection only when it writes.
    socket.write("\r\n");
  }, 250);
  socket.once("close", () => clearInterval(timer));
  await new Promise((resolve) => socket.once("readable", resolve));
}
