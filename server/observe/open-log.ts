import { pino } from "pino";

/** Opens the process's log: JSON lines to stdout. */
export function openLog(level: string) {
  // Buffered, because writing each line separately would take as long as validating the request. The audit log is not
  // affected: audit events are written to the database.
  const written = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, written);
  /** Writes all buffered lines. */
  const close = () => written.flushSync();
  return { log, close };
}
