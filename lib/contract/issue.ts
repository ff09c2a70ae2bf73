import type { ErrorCode } from "./error-table.ts";

/** A violation of the contract. `path` is a JSON Pointer (RFC 6901); `message` says how to fix the violation. */
export interface Issue {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
}

export const MAX_ISSUES = 50;

/** The maximum nesting depth of a request. The root object is level 1. */
export const MAX_DEPTH = 32;

interface IssueList {
  readonly issues: readonly Issue[];
  add(code: ErrorCode, path: Path, message: string): void;
}

/**
 * Collects at most 50 violations per error code. With a limit on the total, many violations could hide the one that
 * comes first in the order of checks.
 */
export function listIssues(): IssueList {
  const issues: Issue[] = [];
  const counts = new Map<ErrorCode, number>();
  return {
    issues,
    add(code, path, message) {
      const count = counts.get(code) ?? 0;
      if (count >= MAX_ISSUES) return;
      counts.set(code, count + 1);
      issues.push({ code, path: pointer(path), message });
    },
  };
}

export type Path = readonly (string | number)[];

/** Longer names and paths are truncated, so that a response never repeats long text from the caller. */
const MAX_STEP = 128;
const MAX_PATH = 1_024;

export function pointer(path: Path): string {
  const whole = path.map((step) => `/${escapeStep(String(step))}`).join("");
  return whole.length > MAX_PATH ? `${whole.slice(0, MAX_PATH).toWellFormed()}…` : whole;
}

function escapeStep(step: string): string {
  const shown = step.length > MAX_STEP ? `${step.slice(0, MAX_STEP)}…` : step;
  return shown.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the error code of a violation at a path. `missing` means that the value is absent. */
export function codeAt(path: Path, missing: boolean): ErrorCode {
  const [first, second] = path;
  if (first === "task") {
    if (second === "criteria") return "INVALID_CRITERIA";
    if (second === "resolution") return missing && path.length === 2 ? "INVALID_TASK" : "INVALID_RESOLUTION";
    return "INVALID_TASK";
  }
  return first === "input" && second === "context" ? "INVALID_CONTEXT" : "INVALID_REQUEST";
}
