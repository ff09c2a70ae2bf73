import { load } from "./load.ts";
import type { Subject } from "./subjects.ts";
import { readUsage } from "./usage.ts";

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export interface Case {
  readonly name: string;
  readonly subject: Subject;
  readonly bodies: readonly string[];
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * Microseconds of CPU per request: `cpu` for the whole process, then its main thread, V8's other threads, all others.
   */
  readonly cpu: number;
  readonly main: number;
  readonly v8: number;
  readonly others: number;
  /** Microseconds of PostgreSQL's CPU per request. */
  readonly server: number;
  /** Resident memory in MiB at the end of the round. */
  readonly memory: number;
  /** The longest pause of the event loop in milliseconds; 0 if not measured. */
  readonly pauseMs: number;
}

/**
 * Measures every case once per round and returns the figures of each round. The cases alternate, and every second round
 * runs in reverse order, so that changes in the machine's speed affect all cases alike. An extra first round is a
 * warm-up and is not returned.
 */
export async function measureRounds(cases: readonly Case[], connections: number): Promise<Map<Case, Figures[]>> {
  const rounds = new Map<Case, Figures[]>(cases.map((one) => [one, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of round % 2 === 0 ? cases : cases.toReversed()) {
      const figures = await measure(one, connections);
      if (round > 0) rounds.get(one)?.push(figures);
      process.stderr.write(".");
    }
  }
  process.stderr.write("\n");
  return rounds;
}

async function measure({ name, subject, ...sent }: Case, connections: number): Promise<Figures> {
  const headers = { ...subject.headers, ...sent.headers };
  const { status } = await fetch(subject.url, { method: "POST", headers, body: sent.bodies[0] ?? "" });
  if (status !== sent.status) throw new Error(`${name} answers ${status} instead of ${sent.status}`);
  const watched = subject.headers.authorization !== undefined;
  if (watched) await subject.ask("reset");
  const before = readUsage(subject.pid, subject.database);
  const result = await load({ url: subject.url, headers, bodies: sent.bodies, connections, seconds: SECONDS });
  const after = readUsage(subject.pid, subject.database);
  const wrong = sent.status < 400 ? result.refused : result.answers - result.refused;
  if (wrong > 0) throw new Error(`${name}: ${wrong} responses did not have status ${sent.status}`);
  const each = (part: (usage: typeof after) => number) => (part(after) - part(before)) / result.answers;
  const [main, v8, others] = [each(({ cpu }) => cpu.main), each(({ cpu }) => cpu.v8), each(({ cpu }) => cpu.others)];
  return {
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
