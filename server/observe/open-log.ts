import { type Logger, pino } from "pino";
import { describeError } from "#server/base/describe-error.ts";

export interface OpenLog {
  readonly log: Logger;
  /** Writes and exports the buffered lines. */
  close(): Promise<void>;
}

/** Opens the process's log: JSON lines to stdout, and to an OpenTelemetry collector if its URL is set. */
export async function openLog(level: string, collectorUrl: string | undefined): Promise<OpenLog> {
  // Buffered: writing each line separately costs a request as much as validating it. The audit log does not depend on
  // it.
  const written = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const exported = collectorUrl === undefined ? undefined : await openExport(collectorUrl);
  const streams = [written, ...(exported === undefined ? [] : [exported])];
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    exported === undefined ? written : pino.multistream(streams.map((stream) => ({ level: "trace", stream }))),
  );
  return {
    log,
    async close() {
      await exported?.close().catch((error) => log.warn({ detail: describeError(error) }, "log lines were lost"));
      written.flushSync();
    },
  };
}

/** The exporter is loaded only if configured, because loading takes 0.2 s and 16 MB. */
async function openExport(url: string) {
  const { createLogExport } = await import("./log-export.ts");
  return createLogExport(url);
}
