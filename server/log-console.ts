import type { Logger } from "pino";
import { describeDefect, escapeUnprintable } from "./describe-error.ts";

const MAX_TEXT = 2_000;
/** How Drizzle's message begins, where it has been made part of a text; statement and parameters follow. */
const FAILED_QUERY = /Failed query:.*/s;

/**
 * Has the log take what libraries print as errors and warnings, Next above all: an error without the parameters of a
 * statement, and a text as one line, without the characters that control a terminal.
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
