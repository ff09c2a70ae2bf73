import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "#server/config/read-config.ts";
import type { LivenessData } from "./liveness-thread.ts";

const TICK_MS = 1_000;

/**
 * Answers every request on HEALTH_PORT with 200 if the event loop of this thread has run within the last 30 seconds,
 * otherwise with 503. A separate thread answers, so that a probe passes while this thread is busy.
 */
export async function serveLiveness(
  { root, host, healthPort }: Pick<Config, "root" | "host" | "healthPort">,
  tick = process.hrtime.bigint,
): Promise<void> {
  if (healthPort === undefined) return;
  const lastTick = new BigInt64Array(new SharedArrayBuffer(8));
  const record = () => Atomics.store(lastTick, 0, tick());
  record();
  setInterval(record, TICK_MS).unref();
  const workerData: LivenessData = { host, port: healthPort, lastTick };
  // The path is not an import, because a bundler would rewrite it.
  const thread = new Worker(join(root, "server", "process", "liveness-thread.ts"), { workerData });
  await once(thread, "message");
  thread.unref();
}
