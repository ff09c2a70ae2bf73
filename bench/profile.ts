import { mkdirSync, readFileSync } from "node:fs";
import { DIFFERENT } from "./bodies.ts";
import { load } from "./load.ts";
import { printColumns } from "./print-columns.ts";
import { hasSubject, type SubjectName, startSubject } from "./subjects.ts";

/**
 * `node bench/profile.ts`: prints the main thread's CPU time by part of the code and by function, with 1,000 different bodies
 * on 16 connections. Also writes `bench/results/*.cpuprofile`, which Chrome DevTools opens. BENCH_ONLY=pglite profiles
 * only the embedded database.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ONLY = process.env.BENCH_ONLY?.toLowerCase();
const FUNCTIONS = 25;

/** File patterns and part names. A sample belongs to the first stack frame, innermost first, that matches a pattern. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/node_modules\/zod\//, "validation: zod"],
  [/lib\/contract\/(request|check-request|unsound-values|issue|date-time|accept-request)/, "validation: other"],
  [
    /lib\/contract\/(parse-body|duplicate-names|json-tokens)|require-valid|valid-request|known-requests/,
    "body parsing",
  ],
  [/lib\/contract\/canonical|base\/digest/, "canonical form, digests"],
  [/print-in-order|http-response/, "response serialization"],
  [/compose-response|check-answer|lib\/contract\/result/, "answer validation"],
  [/node_modules\/pg|db\/pipeline|db\/pglite|db\/open/, "database driver"],
  [/db\/batch|audit-log/, "events and batches"],
  [/server\/models|lib\/stats/, "model"],
  [/server\/limits|gateway\/credentials/, "API keys, rate limits"],
  [/node_modules\/(pino|sonic-boom|thread-stream|safe-stable)/, "logging"],
  [/node_modules\/uuid/, "ids"],
  [/gateway\/predict/, "predict()"],
  [/gateway\/http|server\/process|server\/main/, "gateway HTTP code"],
  [
    /node:_http|node:internal\/http|node:internal\/streams|node:net|node:internal\/stream_base|node:stream/,
    "node:http",
  ],
];

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

async function profile(name: SubjectName): Promise<void> {
  const subject = await startSubject(name);
  const file = `bench/results/${name}.cpuprofile`;
  try {
    const what = { url: subject.url, headers: subject.headers, bodies: DIFFERENT, connections: 16 };
    await load({ ...what, seconds: SECONDS });
    await subject.ask("startProfile");
    const { answers, refused } = await load({ ...what, seconds: SECONDS });
    await subject.ask("stopProfile", file);
    if (refused > 0) throw new Error(`${refused} requests were refused`);
    report(name, JSON.parse(readFileSync(file, "utf8")), answers);
  } finally {
    await subject.stop();
  }
}

function report(name: string, { nodes, samples, timeDeltas }: Profile, answers: number): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    const frame = byId.get(id)?.callFrame;
    if (frame === undefined || frame.functionName === "(idle)" || frame.url === "node:inspector") continue;
    add(parts, partOf(id), us);
    add(functions, labelOf(frame), us);
  }
  function partOf(leaf: number): string {
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const { url, functionName } = byId.get(id)?.callFrame ?? { url: "", functionName: "" };
      if (functionName === "(garbage collector)") return "garbage collection";
      const part = PARTS.find(([pattern]) => pattern.test(url));
      if (part !== undefined) return part[1];
    }
    return "rest of Node";
  }
  console.log(`\n${name}: ${answers} requests; main thread CPU time in microseconds per request`);
  printShares(parts, answers);
  console.log("");
  printShares(new Map([...functions].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS)), answers);
}

function labelOf({ functionName, url, lineNumber }: ProfileNode["callFrame"]): string {
  return `${functionName === "" ? "(anonymous)" : functionName}  ${url.replace(/^.*\/(?=[^/]*\/[^/]*$)/, "")}:${lineNumber + 1}`;
}

function printShares(times: ReadonlyMap<string, number>, answers: number): void {
  const rows = [...times].sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, us]) => sum + us, 0);
  const lines = rows.map(([what, us]) => [(us / answers).toFixed(1), what, `${((100 * us) / total).toFixed(1)} %`]);
  printColumns([...lines, [(total / answers).toFixed(1), "total", ""]]);
}

function add(map: Map<string, number>, key: string, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

mkdirSync("bench/results", { recursive: true });
for (const name of ["PGlite", "PostgreSQL"] as const) {
  if (hasSubject(name) && (ONLY === undefined || ONLY.includes(name.toLowerCase()))) await profile(name);
}
