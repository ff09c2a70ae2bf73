import type { Logger } from "pino";
import { describeDefect, escapeUnprintable } from "#server/base/describe-error.ts";

const MAX_TEXT = 2_000;
/** Matches Drizzle's error message, which contains the statement and its parameters. */
const FAILED_QUERY = /Failed query:.*/s;

/**
 * Redirects errors and warnings that libraries (mostly Next) print to the console to the log, on one line, without
 * statement parameters and control characters.
 */
export function logConsole(log: Logger, target: Pick<Console, "error" | "warn"> = console): void {
  for (const level of ["error", "warn"] as const) {
    target[level] = (...parts: unknown[]) => log[level]({ detail: parts.map(describePart).join(" ") }, "console");
  }
}

function describePart(part: unknown): string {
  if (typeof part !== "string") return describeDefect(part);
  return escapeUnprintable(part.replace(FAILED_QUERY, "Failed query").slice(0, MAX_TEXT));
}
