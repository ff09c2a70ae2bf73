import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Options, Result } from "autocannon";
import { freePort } from "#test/free-port.ts";
import { autocannon } from "./autocannon.ts";
import { startServer } from "./start-server.ts";

/**
 * `node bench/overload.ts`: measures a gateway under overload. Sends predictions during a flood of page loads, then
 * predictions at up to five times the gateway's best rate. Takes about two minutes. The load generator shares the machine, so a gateway on its own machine performs better.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CALLERS = 16;
const FLOOD = 200;
const OVERLOAD_CONNECTIONS = 1_500;
const OVERLOAD_SECONDS = 60;
const RECOVERY_SECONDS = 5;

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

/** Polls a URL path. The returned function stops polling and returns the longest response time and the failures. */
function watch(path: string): () => Promise<string> {
  let most = 0;
  let all = 0;
  let failed = 0;
  let over = false;
  const ended = (async () => {
    while (!over) {
      const since = performance.now();
      const isAnswered = await fetch(origin + path).then(
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
