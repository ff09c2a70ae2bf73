import { Session } from "node:inspector/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a gateway with `--import` while it is benchmarked. On command from the parent process, reports the
 * longest pause of the event loop, or collects garbage.
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
  };
  process.on("message", async ({ command }) => {
    process.send({ command, result: await commands[command]() });
  });
  process.channel.unref();
}
