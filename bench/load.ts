import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Request bodies, sent in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Responses per second, whatever their status. */
  readonly perSecond: number;
  readonly answers: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The load generator: wrk if it is installed, because it uses a tenth of autocannon's CPU time. */
export const GENERATOR = hasWrk() ? "wrk" : "autocannon";

/**
 * Sends requests in a closed loop: each connection sends the next request when the previous response has arrived.
 * Throws if a request gets no response.
 */
export async function load(what: Load): Promise<LoadResult> {
  const result = GENERATOR === "wrk" ? await byWrk(what) : await byAutocannon(what);
  if (result.answers === 0) throw new Error(`${what.url} sent no responses`);
  return result;
}

async function byWrk({ url, headers, bodies, connections, seconds }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-load-"));
  try {
    const file = join(folder, "bodies.jsonl");
    writeFileSync(file, bodies.map((body) => `${body}\n`).join(""));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", "bench/load.lua", url];
    const { stdout } = await promisify(execFile)("wrk", [...options, "--", file, ...lines]);
    const { requests, us, refused, failed, p50, p99 } = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? "");
    if (failed > 0) throw new Error(`${url}: ${failed} requests got no answer`);
    return { perSecond: requests / (us / 1e6), answers: requests, refused, p50Ms: p50 / 1e3, p99Ms: p99 / 1e3 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byAutocannon({ url, headers, bodies, connections, seconds }: Load): Promise<LoadResult> {
  const { autocannon } = await import("./autocannon.ts");
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: bodies.map((body) => ({ method: "POST", headers: { ...headers }, body })),
  });
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} requests got no answer`);
  const answers = result["2xx"] + result.non2xx;
  const { latency, duration, non2xx } = result;
  return { perSecond: answers / duration, answers, refused: non2xx, p50Ms: latency.p50, p99Ms: latency.p99 };
}

function hasWrk(): boolean {
  try {
    execFileSync("sh", ["-c", "command -v wrk"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
