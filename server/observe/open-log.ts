import { pino } from "pino";
import { describeError } from "#server/base/describe-error.ts";

/** Opens the process's log: JSON lines to stdout, and to an OpenTelemetry collector if its URL is set. */
export async function openLog(level: string, collectorUrl: string | undefined) {
  // Buffered, because writing each line separately would take as long as validating the request. The audit log is not
  // affected: audit events are written to the database.
  const written = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const exported = collectorUrl === undefined ? undefined : await openExport(collectorUrl);
  const streams = [written, ...(exported === undefined ? [] : [exported])];
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    exported === undefined ? written : pino.multistream(streams.map((stream) => ({ level: "trace", stream }))),
  );
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
async function openExport(url: string) {
  const { createLogExport } = await import("./log-export.ts");
  return createLogExport(url);
}
