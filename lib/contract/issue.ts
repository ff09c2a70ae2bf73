import type { ErrorCode } from "./error-table.ts";

/** One violation of the contract: its path (a JSON Pointer, RFC 6901) and how to fix it. */
export interface Issue {
  readonly code: ErrorCode;
  readonly path: string;
  readonly message: string;
}

export const MAX_ISSUES = 50;

/** The maximum nesting depth of a request; the root object is level 1. */
export const MAX_DEPTH = 32;

interface IssueList {
  readonly issues: readonly Issue[];
  add(code: ErrorCode, path: Path, message: string): void;
}

/**
 * Collects at most 50 violations per code. A limit on the total would let the order of members hide the violation that
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

/** Longer names and paths are cut, so that an answer never repeats long text of the caller. */
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

/** Returns the error code of a violation at a path. `missing`: the value is absent. */
export function codeAt(path: Path, missing: boolean): ErrorCode {
  const [first, second] = path;
  if (first === "task") {
    if (second === "criteria") return "INVALID_CRITERIA";
    if (second === "resolution") return missing && path.length === 2 ? "INVALID_TASK" : "INVALID_RESOLUTION";
    return "INVALID_TASK";
  }
  return first === "input" && second === "context" ? "INVALID_CONTEXT" : "INVALID_REQUEST";
}
