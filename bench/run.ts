import { cpus } from "node:os";
import { DIFFERENT, INVALID, LARGEST, NOT_JSON, TOO_LARGE, TYPICAL } from "./bodies.ts";
import { GENERATOR } from "./load.ts";
import { type Case, type Figures, measureRounds, ROUNDS, SECONDS } from "./measure.ts";
import { median } from "./median.ts";
import { printColumns } from "./print-columns.ts";
import { hasSubject, type Subject, type SubjectName, startSubject } from "./subjects.ts";

/**
 * `node bench/run.ts`: measures requests per second, latency, CPU time and memory of the gateway, with a minimal Next route
 * handler and a minimal node:http server as references. Figures are medians over the rounds. Compare the ratio to Next
 * and the CPU time, which other load on the machine changes least.
 */

const USAGE = `node bench/run.ts takes no arguments. Set these environment variables to shorten it (defaults shown):
  BENCH_SECONDS=4            duration of each measurement
  BENCH_ROUNDS=5             number of measurements of each case
  BENCH_CONNECTIONS=1,16,64  numbers of concurrent connections
  BENCH_ONLY=                measure only cases whose names contain one of these, for example bare,PostgreSQL
To include PostgreSQL, set TEST_DATABASE_URL.`;

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exit(2);
}

const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? "1,16,64").split(",").map(Number);
const ONLY = process.env.BENCH_ONLY?.toLowerCase().split(",");
/** The number of connections at which the SPECIAL cases are measured. */
const USUAL = 16;

type Plan = Omit<Case, "name" | "subject"> & { readonly subject: SubjectName; readonly what: string };

const CASES: readonly Plan[] = [
  { subject: "echo", what: "", bodies: [TYPICAL], status: 200 },
  { subject: "bare Next", what: "", bodies: [TYPICAL], status: 200 },
  { subject: "PGlite", what: "1,000 bodies", bodies: DIFFERENT, status: 200 },
  { subject: "PGlite", what: "one body", bodies: [TYPICAL], status: 200 },
  { subject: "PostgreSQL", what: "1,000 bodies", bodies: DIFFERENT, status: 200 },
  { subject: "PostgreSQL", what: "one body", bodies: [TYPICAL], status: 200 },
  { subject: "http adapter", what: "one body", bodies: [TYPICAL], status: 200 },
];

const SPECIAL: readonly Plan[] = [
  { subject: "PostgreSQL", what: "largest", bodies: [LARGEST], status: 200 },
  { subject: "PostgreSQL", what: "401", bodies: [TYPICAL], status: 401, headers: { authorization: "Bearer dmk_x" } },
  { subject: "PostgreSQL", what: "413", bodies: [TOO_LARGE], status: 413 },
  { subject: "PostgreSQL", what: "400", bodies: [NOT_JSON], status: 400 },
  { subject: "PostgreSQL", what: "422", bodies: [INVALID], status: 422 },
];

const HEAD =
  "connections,case,requests/s,± %,× Next,p50 ms,p99 ms,CPU µs,main thread,V8 threads,other threads,PostgreSQL µs,memory MiB,pause ms".split(
    ",",
  );

async function main(): Promise<void> {
  const subjects = new Map<SubjectName, Subject>();
  const lines: string[][] = [];
  try {
    for (const connections of CONNECTIONS) {
      const cases: Case[] = [];
      for (const plan of [...CASES, ...(connections === USUAL ? SPECIAL : [])].filter(isWanted)) {
        const subject = subjects.get(plan.subject) ?? (await startSubject(plan.subject));
        subjects.set(plan.subject, subject);
        cases.push({ ...plan, subject, name: nameOf(plan) });
      }
      const rounds = await measureRounds(cases, connections);
      const bare = [...rounds].find(([{ name }]) => name === "bare Next")?.[1] ?? [];
      for (const [{ name }, figures] of rounds) lines.push([String(connections), name, ...toCells(figures, bare)]);
    }
  } finally {
    for (const subject of subjects.values()) await subject.stop();
  }
  console.log(`${GENERATOR} on ${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s. CPU times are per request.\n`);
  printColumns([HEAD, ...lines]);
}

function isWanted(plan: Plan): boolean {
  if (!hasSubject(plan.subject)) return false;
  const name = nameOf(plan).toLowerCase();
  return ONLY === undefined || ONLY.some((part) => name.includes(part));
}

function nameOf({ subject, what }: Plan): string {
  return [subject, what].filter((part) => part !== "").join(", ");
}

/** Formats a row: medians, and in the column `± %` half the range from the slowest to the fastest round. */
function toCells(rounds: readonly Figures[], bare: readonly Figures[]): string[] {
  const of = (key: keyof Figures) => median(rounds.map((round) => round[key]));
  const rates = rounds.map(({ perSecond }) => perSecond);
  const spread = (100 * (Math.max(...rates) - Math.min(...rates))) / 2 / of("perSecond");
  const ratio = of("perSecond") / median(bare.map(({ perSecond }) => perSecond));
  const whole = (["cpu", "main", "v8", "others", "server", "memory"] as const).map((key) => of(key).toFixed(0));
  const [rate, p50, p99] = [of("perSecond").toFixed(0), of("p50Ms").toFixed(1), of("p99Ms").toFixed(1)];
  return [
    ...[rate, spread.toFixed(0), Number.isNaN(ratio) ? "" : ratio.toFixed(2), p50, p99],
    ...whole,
    of("pauseMs") > 0 ? of("pauseMs").toFixed(0) : "",
  ];
}

await main();
