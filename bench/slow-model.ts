import type { Options } from "autocannon";
import { autocannon } from "./autocannon.ts";
import { DIFFERENT } from "./bodies.ts";
import { startBesideStub } from "./subjects.ts";

/**
 * `node bench/slow-model.ts`: sends five times as many requests as the model can serve, at a fixed rate, whether or not
 * earlier ones are answered. The model server takes 40 ms per answer and the gateway calls it with 8 in parallel, so
 * this machine has CPU time for both. Needs the PostgreSQL of TEST_DATABASE_URL; takes 90 seconds.
 */

const DELAY_MS = 40;
const TIMES = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const RECOVERY_SECONDS = 5;
/** Fewer than the queue holds, so that nothing is refused. */
const CALLERS = 32;
const OPEN_LOOP_CONNECTIONS = 500;
/** Each connection copies the bodies: all of them would take a gigabyte. */
const BODIES = DIFFERENT.slice(0, 10);

const subject = await startBesideStub(DELAY_MS);
try {
  const best = await send("the best rate", { connections: CALLERS, duration: RECOVERY_SECONDS });
  const offered = Math.round(TIMES * best);
  const overload = { connections: OPEN_LOOP_CONNECTIONS, overallRate: offered, duration: SECONDS };
  const goodput = await send(`${TIMES} times as many, ${offered} a second`, overload);
  console.log(`  ${Math.round((100 * goodput) / best)} % of the best`);
  await send("at once afterwards", { connections: CALLERS, duration: RECOVERY_SECONDS });
} finally {
  await subject.stop();
}

/** Returns the forecasts answered per second. */
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
    `${what}: ${codes.join(", ")}; ${errors} errors, ${withoutRetryAfter} of 429 without Retry-After; ` +
      `p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  );
  console.log(`  429 in each second: ${Array.from(refusals, (count) => count ?? 0).join(" ") || "none"}`);
  return result["2xx"] / duration;
}
