import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { describeDefect } from "./describe-error.ts";
import { isGatewayError } from "./errors.ts";
import { isUnavailable } from "./infra/db/is-unavailable.ts";

/** A promise may be awaited only after it rejected, as pages do that begin several queries at once. */
const AWAITED_WITHIN_MS = 1_000;

/**
 * Resolves at the first uncaught exception or unhandled rejection: the process is then in an unknown state and should
 * end. Next's own handlers would only log it. Rejections by an unavailable database or with a defined error are logged.
 */
export function watchDefects(log: Logger, source: EventEmitter = process): Promise<void> {
  return new Promise((resolve) => {
    const late = new WeakMap<Promise<unknown>, NodeJS.Timeout>();
    const end = (error: unknown) => {
      log.fatal({ detail: describeDefect(error) }, "the process ends after an unexpected error");
      resolve();
    };
    source.on("uncaughtException", end);
    source.on("unhandledRejection", (reason: unknown, promise: Promise<unknown>) => {
      if (isGatewayError(reason) || isUnavailable(reason)) log.error({ detail: describeDefect(reason) }, "rejected");
      else late.set(promise, setTimeout(end, AWAITED_WITHIN_MS, reason));
    });
    source.on("rejectionHandled", (promise: Promise<unknown>) => clearTimeout(late.get(promise)));
  });
}
