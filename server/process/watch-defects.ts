import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { describeDefect } from "#server/base/describe-error.ts";

/**
 * Resolves at the first uncaught exception, after which the process is in an unknown state and must exit; Next's own
 * handler would only log it. Unhandled rejections are logged and do not end the process: pages start several queries
 * at once, and rendering rejects when the client disconnects.
 */
export function watchDefects(log: Logger, source: EventEmitter = process): Promise<void> {
  return new Promise((resolve) => {
    source.on("uncaughtException", (error: unknown) => {
      log.fatal({ detail: describeDefect(error) }, "the process ends after an uncaught exception");
      resolve();
    });
    source.on("unhandledRejection", (reason: unknown) => {
      log.error({ detail: describeDefect(reason) }, "a rejection was not handled");
    });
  });
}
