import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { describeDefect } from "./describe-error.ts";

/**
 * Resolves at the first uncaught exception: the process is then in an unknown state and should end. Next's own handler
 * would only log it. An unhandled rejection is logged and ends nothing: pages begin several queries at once, and rendering
 * rejects when its reader leaves.
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
