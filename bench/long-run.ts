import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { STORED_LINE } from "#test/event-lines.ts";
import { autocannon } from "./autocannon.ts";
import { DIFFERENT } from "./bodies.ts";
import { load } from "./load.ts";
import { median } from "./median.ts";
import { type Subject, startOnPostgres } from "./subjects.ts";
import { readUsage } from "./usage.ts";

/**
 * `node bench/long-run.ts`: measures whether a gateway slows down as its audit log grows, on the PostgreSQL in
 * TEST_DATABASE_URL. Compares requests per second with a long and with an empty audit log in alternating rounds, then
 * tracks memory at 70 % of the maximum rate. Takes 15 minutes. To shorten it, set BENCH_EVENTS, BENCH_ROUNDS,
 * BENCH_SECONDS (per round) and BENCH_MINUTES.
 */

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const CONNECTIONS = 16;
const SHARE = 0.7;
/** Forecasts per SQL statement while filling the audit log. */
const AT_ONCE = 10_000;
const SAMPLE_MS = 1_000;

const started: Subject[] = [];
try {
  const empty = await start();
  const long = await start();
  await fill(long);
  await watchMemory(long, SHARE * (await compareRates(empty, long)));
} finally {
  for (const subject of started) await subject.stop();
}

async function start(): Promise<Subject> {
  const subject = await startOnPostgres();
  started.push(subject);
  return subject;
}

/** Fills the audit log: appends copies of one forecast's two events, each copy with a new request id. */
async function fill({ url, headers, database }: Subject): Promise<void> {
  const [body = ""] = DIFFERENT;
  const { request_id: id } = await (await fetch(url, { method: "POST", headers: { ...headers }, body })).json();
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows: pair } = await client.query(
      `select string_agg(${STORED_LINE}, E'\\n' order by seq) as lines from events where request_id = $1`,
      [id],
    );
    for (let count = 0; count < EVENTS; count += 2 * AT_ONCE) {
      await client.query(
        `select append_events(string_agg(replace($1, $2, gen_random_uuid()::text), E'\\n')) from generate_series(1, ${AT_ONCE})`,
        [pair[0].lines, id],
      );
      process.stderr.write(".");
    }
    await client.query("vacuum analyze");
    const { rows } = await client.query("select count(*), pg_total_relation_size('events') / 1e9 as gb from events");
    console.log(`\nThe audit log has ${rows[0].count} events and takes ${Number(rows[0].gb).toFixed(1)} GB.`);
  } finally {
    await client.end();
  }
}

/** Returns the median requests per second of the gateway with the long audit log. */
async function compareRates(empty: Subject, long: Subject): Promise<number> {
  const rates = new Map<Subject, number[]>([
    [empty, []],
    [long, []],
  ]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [{ url, headers }, found] of rates) {
      const result = await load({ url, headers, bodies: DIFFERENT, connections: CONNECTIONS, seconds: SECONDS });
      if (result.refused > 0) throw new Error(`${result.refused} of ${result.answers} requests were refused`);
      // The first round is a warm-up.
      if (round > 0) found.push(result.perSecond);
    }
  }
  const [short = [], full = []] = [...rates.values()];
  const ratios = full.map((rate, index) => rate / (short[index] ?? Number.NaN));
  const figures = (rates: readonly number[]) => rates.map((rate) => Math.round(rate)).join(", ");
  console.log(`Requests per second by round, empty log: ${figures(short)}; long log: ${figures(full)}`);
  console.log(`Rate with the long log ÷ rate with the empty log, median of the rounds: ${median(ratios).toFixed(3)}`);
  return median(full);
}

async function watchMemory({ url, headers, pid }: Subject, rate: number): Promise<void> {
  const running = autocannon({
    url,
    connections: CONNECTIONS,
    overallRate: Math.round(rate),
    duration: 60 * MINUTES,
    requests: DIFFERENT.map((body) => ({ method: "POST", headers: { ...headers }, body })),
  });
  const ended = running.then(() => true);
  const minutes: number[] = [];
  for (let samples: number[] = []; !(await Promise.race([ended, sleep(SAMPLE_MS, false)])); ) {
    samples.push(readUsage(pid, undefined).memory);
    if (samples.length * SAMPLE_MS < 60_000) continue;
    minutes.push(median(samples));
    samples = [];
  }
  const { latency, duration, "2xx": answered, non2xx, errors } = await running;
  console.log(
    `${Math.round(answered / duration)} answers per second for ${MINUTES} min: ${non2xx} refused, ${errors} errors, ` +
      `p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  );
  console.log(`Memory in MiB, median of each minute: ${minutes.map((mib) => Math.round(mib)).join(", ")}`);
}
