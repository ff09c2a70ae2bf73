import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { describeDefect } from "#server/base/describe-error.ts";

/**
 * Resolves at the first uncaught exception: the process is then in an unknown state and must exit, but Next's own
 * handler would only log the exception. Unhandled rejections are only logged, because they are harmless: pages start
 * several queries at once, and rendering rejects when the client disconnects.
 */
export function watchDefects(log: Logger, source: EventEmitter = process): Promise<void> {
  return new Promise((resolve) => {
    source.on("uncaughtException", (error: unknown) => {
      log.fatal({ detail: describeDefect(error) }, "uncaught exception: the process is stopping");
      resolve();
    });
    source.on("unhandledRejection", (reason: unknown) => {
      log.error({ detail: describeDefect(reason) }, "unhandled promise rejection");
    });
  });
}
