import type { Options } from "autocannon";
import { autocannon } from "./autocannon.ts";
import { DIFFERENT } from "./bodies.ts";
import { startBesideStub } from "./subjects.ts";

/**
 * `node bench/slow-model.ts`: measures the gateway with an overloaded model server. Sends five times as many requests
 * as the model server can answer, at a fixed rate, even while earlier requests are unanswered. The model server waits
 * 40 ms per answer instead of using CPU time. Needs the PostgreSQL in TEST_DATABASE_URL; takes 90 seconds.
 */

const DELAY_MS = 40;
const TIMES = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const RECOVERY_SECONDS = 5;
/** Concurrent callers; fewer than the gateway's queue admits, so no request is refused. */
const CALLERS = 32;
const OPEN_LOOP_CONNECTIONS = 500;
/** Only ten bodies, because autocannon copies them for every connection: 1,000 bodies would take a gigabyte. */
const BODIES = DIFFERENT.slice(0, 10);

const subject = await startBesideStub(DELAY_MS);
try {
  const best = await send("best rate without overload", { connections: CALLERS, duration: RECOVERY_SECONDS });
  const offered = Math.round(TIMES * best);
  const overload = { connections: OPEN_LOOP_CONNECTIONS, overallRate: offered, duration: SECONDS };
  const goodput = await send(`${TIMES} times the best rate, ${offered} requests per second`, overload);
  console.log(`  ${Math.round((100 * goodput) / best)} % of the best rate`);
  await send("immediately after the overload", { connections: CALLERS, duration: RECOVERY_SECONDS });
} finally {
  await subject.stop();
}

/** Sends the load, prints the result and returns the number of forecasts per second. */
async function send(what: string, options: Partial<Options>): Promise<number> {
  let withoutRetryAfter = 0;
  const refusals: number[] = [];
  const start = performance.now();
  const result = await autocannon({
    url: subject.url,
    requests: BODIES.map((body) => ({
      method: "POST",
      headers: { ...subject.headers },
      body,
      onResponse: (status, _body, _context, headers) => {
        if (status !== 429) return;
        const second = Math.floor((performance.now() - start) / 1000);
        refusals[second] = (refusals[second] ?? 0) + 1;
        if (!Object.keys(headers ?? {}).some((name) => /^retry-after$/i.test(name))) withoutRetryAfter++;
      },
    })),
    ...options,
  });
  const { latency, duration, errors, statusCodeStats = {} } = result;
  const codes = Object.entries(statusCodeStats).map(
    ([code, { count = 0 }]) => `${code}: ${(count / duration).toFixed(0)}/s`,
  );
  console.log(
    `${what}: ${codes.join(", ")}; ${errors} errors, ${withoutRetryAfter} responses with 429 without Retry-After; ` +
      `p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  );
  console.log(`  429 responses in each second: ${Array.from(refusals, (count) => count ?? 0).join(" ") || "none"}`);
  return result["2xx"] / duration;
}
