import { type Logger, pino } from "pino";
import { describeError } from "#server/base/describe-error.ts";

/** Opens the process's log: JSON lines to stdout, and to an OpenTelemetry collector if its URL is set. */
export async function openLog(level: string, collectorUrl: string | undefined) {
  // Buffered, because writing each line separately would take as long as validating the request. The audit log is not
  // affected: audit events are written to the database.
  const written = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const local = pino(options, written);
  const exported = collectorUrl === undefined ? undefined : await openExport(collectorUrl, local);
  const log =
    exported === undefined
      ? local
      : pino(options, pino.multistream([written, exported].map((stream) => ({ level: "trace", stream }))));
  return {
    log,
    /** Writes all buffered lines to stdout and sends them to the collector. */
    async close() {
      await exported
        ?.close()
        .catch((error) => log.warn({ detail: describeError(error) }, "log lines could not be sent to the collector"));
      written.flushSync();
    },
  };
}

/** Loads the exporter only if it is configured, because loading takes 0.2 s and 16 MB. */
async function openExport(url: string, log: Logger) {
  const { createLogExport } = await import("./log-export.ts");
  // `log` is not exported, so that a failing export never causes another export.
  return createLogExport(url, log);
}
