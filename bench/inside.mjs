import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a gateway with `--import` while it is benchmarked. On command from the parent process, reports the
 * longest pause of the event loop, collects garbage or takes a CPU profile of the main thread.
 */
if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const session = new Session();
  const commands = {
    reset: () => {
      delay.reset();
      delay.enable();
    },
    pauseMs: () => Math.round(delay.max / 1e5) / 10,
    async collectGarbage() {
      session.connect();
      await session.post("HeapProfiler.collectGarbage");
      session.disconnect();
    },
    async startProfile() {
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: 200 });
      await session.post("Profiler.start");
    },
    async stopProfile(file) {
      const { profile } = await session.post("Profiler.stop");
      session.disconnect();
      writeFileSync(file, JSON.stringify(profile));
    },
  };
  process.on("message", async ({ command, argument }) => {
    process.send({ command, result: await commands[command](argument) });
  });
  process.channel.unref();
}
