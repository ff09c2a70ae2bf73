import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { DIFFERENT, INVALID, LARGEST, NOT_JSON, TOO_LARGE, TYPICAL } from "./bodies.ts";
import { GENERATOR, load } from "./load.ts";
import { median } from "./median.ts";
import { printTable } from "./print-table.ts";
import { hasSubject, type Subject, type SubjectName, startSubject } from "./subjects.ts";
import { readUsage } from "./usage.ts";

/**
 * `npm run bench`: requests a second, latency, CPU and memory of the whole path, beside a bare Next route handler and a
 * node:http echo, all in one run. The cases alternate, so that changes of the machine's speed affect all of them;
 * figures are medians over the rounds. Compare ratios and CPU, which other work on the machine disturbs least.
 */

const USAGE = `npm run bench takes no arguments, but variables that make it shorter, here with their defaults:
  BENCH_SECONDS=4            of each measurement
  BENCH_ROUNDS=5             of all cases
  BENCH_CONNECTIONS=1,16,64  measured one after the other
  BENCH_ONLY=                parts of the names of cases: bare,PostgreSQL
PostgreSQL is measured where TEST_DATABASE_URL is set. Each run is kept in bench/results/.`;

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exit(2);
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? "1,16,64").split(",").map(Number);
const ONLY = process.env.BENCH_ONLY?.toLowerCase().split(",");
/** At which the cases that differ from the typical one are measured. */
const USUAL = 16;

interface Case {
  readonly subject: SubjectName;
  readonly what: string;
  readonly bodies: readonly string[];
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { subject: "echo", what: "", bodies: [TYPICAL], status: 200 },
  { subject: "bare Next", what: "", bodies: [TYPICAL], status: 200 },
  { subject: "PGlite", what: "1,000 bodies", bodies: DIFFERENT, status: 200 },
  { subject: "PGlite", what: "one body", bodies: [TYPICAL], status: 200 },
  { subject: "PostgreSQL", what: "1,000 bodies", bodies: DIFFERENT, status: 200 },
  { subject: "PostgreSQL", what: "one body", bodies: [TYPICAL], status: 200 },
  { subject: "http adapter", what: "one body", bodies: [TYPICAL], status: 200 },
];

const SPECIAL: readonly Case[] = [
  { subject: "PostgreSQL", what: "largest", bodies: [LARGEST], status: 200 },
  { subject: "PostgreSQL", what: "401", bodies: [TYPICAL], status: 401, headers: { authorization: "Bearer dmk_x" } },
  { subject: "PostgreSQL", what: "413", bodies: [TOO_LARGE], status: 413 },
  { subject: "PostgreSQL", what: "400", bodies: [NOT_JSON], status: 400 },
  { subject: "PostgreSQL", what: "422", bodies: [INVALID], status: 422 },
];

/** One case in one round, or the medians over the rounds. */
export interface Figures {
  readonly name: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of CPU a request: in the whole process, its main thread, V8's other threads, the others, PostgreSQL. */
  readonly cpu: number;
  readonly main: number;
  readonly v8: number;
  readonly others: number;
  readonly server: number;
  /** MiB at the end. */
  readonly memory: number;
  /** The longest pause of the event loop in milliseconds; 0 where it is not measured. */
  readonly pauseMs: number;
}

export interface Run {
  readonly commit: string;
  readonly at: string;
  readonly cores: number;
  readonly generator: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly medians: readonly Figures[];
  readonly all: readonly Figures[];
}

async function main(): Promise<void> {
  const groups = CONNECTIONS.map((connections) => ({
    connections,
    cases: [...CASES, ...(connections === USUAL ? SPECIAL : [])].filter(isWanted),
  }));
  const names = new Set(groups.flatMap(({ cases }) => cases.map(({ subject }) => subject)));
  const subjects = new Map<SubjectName, Subject>();
  const all: Figures[] = [];
  try {
    for (const name of names) subjects.set(name, await startSubject(name));
    for (const { connections, cases } of groups) {
      for (let round = 0; round <= ROUNDS; round++) {
        for (const one of cases) {
          const subject = subjects.get(one.subject);
          if (subject === undefined) continue;
          const figures = await measure(one, subject, connections);
          // The first round warms up.
          if (round > 0) all.push(figures);
          process.stderr.write(".");
        }
      }
    }
  } finally {
    process.stderr.write("\n");
    for (const subject of subjects.values()) await subject.stop();
  }
  report(all);
}

function isWanted(one: Case): boolean {
  if (!hasSubject(one.subject)) return false;
  const name = nameOf(one).toLowerCase();
  return ONLY === undefined || ONLY.some((part) => name.includes(part));
}

function nameOf({ subject, what }: Case): string {
  return [subject, what].filter((part) => part !== "").join(", ");
}

async function measure(one: Case, subject: Subject, connections: number): Promise<Figures> {
  const headers = { ...subject.headers, ...one.headers };
  const { status } = await fetch(subject.url, { method: "POST", headers, body: one.bodies[0] ?? "" });
  if (status !== one.status) throw new Error(`${nameOf(one)} answers ${status} instead of ${one.status}`);
  const watched = subject.headers.authorization !== undefined;
  if (watched) await subject.ask("reset");
  const before = readUsage(subject.pid, subject.database);
  const result = await load({ url: subject.url, headers, bodies: one.bodies, connections, seconds: SECONDS });
  const after = readUsage(subject.pid, subject.database);
  const wrong = one.status < 400 ? result.refused : result.answers - result.refused;
  if (wrong > 0) throw new Error(`${nameOf(one)}: ${wrong} answers did not have status ${one.status}`);
  const each = (part: (usage: typeof after) => number) => (part(after) - part(before)) / result.answers;
  const [main, v8, others] = [each(({ cpu }) => cpu.main), each(({ cpu }) => cpu.v8), each(({ cpu }) => cpu.others)];
  return {
    name: nameOf(one),
    connections,
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpu: main + v8 + others,
    main,
    v8,
    others,
    server: each(({ server }) => server),
    memory: after.memory,
    pauseMs: watched ? Number(await subject.ask("pauseMs")) : 0,
  };
}

function report(all: readonly Figures[]): void {
  const groups = Map.groupBy(all, ({ name, connections }) => `${connections} ${name}`);
  const medians = [...groups.values()].map(medianOf);
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=10"]).toString().trim();
  const run: Run = {
    commit,
    at: new Date().toISOString(),
    cores: cpus().length,
    generator: GENERATOR,
    seconds: SECONDS,
    rounds: ROUNDS,
    medians,
    all,
  };
  mkdirSync("bench/results", { recursive: true });
  const file = `bench/results/${run.at.replace(/[:.]/g, "-")}-${commit}.json`;
  writeFileSync(file, `${JSON.stringify(run, null, 1)}\n`);
  printTable(run);
  console.log(`\n${file}`);
}

function medianOf(rows: readonly Figures[]): Figures {
  const [first] = rows;
  if (first === undefined) throw new RangeError("there is no round");
  const of = (key: Exclude<keyof Figures, "name">) => median(rows.map((row) => row[key]));
  const numbers = (Object.keys(first) as (keyof Figures)[]).filter((key) => key !== "name");
  return { ...first, ...Object.fromEntries(numbers.map((key) => [key, of(key)])) };
}

await main();
