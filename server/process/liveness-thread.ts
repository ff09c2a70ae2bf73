import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export interface LivenessData {
  readonly host: string;
  readonly port: number;
  /** Time of the main thread's last tick: nanoseconds, from process.hrtime.bigint(), which all threads share. */
  readonly lastTick: BigInt64Array;
}

const MAX_AGE_NS = 30_000_000_000n;
const { host, port, lastTick }: LivenessData = workerData;

const server = createServer((_, response) => {
  const isLive = process.hrtime.bigint() - Atomics.load(lastTick, 0) < MAX_AGE_NS;
  response.writeHead(isLive ? 200 : 503, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: isLive ? "live" : "blocked" }));
});
server.listen(port, host, () => parentPort?.postMessage("listening"));
