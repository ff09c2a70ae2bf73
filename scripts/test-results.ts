import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

export interface Result {
  readonly file: string;
  readonly title: string;
  /** A flaky test failed first and passed when it ran again. */
  readonly state: "passed" | "flaky" | "failed" | "skipped";
  readonly ms: number;
  /** Message of the first error; empty unless the test failed or is flaky. */
  readonly error: string;
}

/** Returns the results in a report of vitest's JSON reporter. A file that does not load, or a failed hook, is one result. */
export function readVitest({ testResults }: JsonTestResults): Result[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.map(({ fullName, status, duration, failureMessages }): Result => {
      const [error = ""] = failureMessages ?? [];
      const state =
        status === "passed" ? (error === "" ? "passed" : "flaky") : status === "failed" ? status : "skipped";
      return { file, title: fullName.trim(), state, ms: duration ?? 0, error };
    });
    const isExplained = status !== "failed" || tests.some(({ state }) => state === "failed");
    return isExplained ? tests : [...tests, failure(file, message || "a hook failed, or the worker process ended")];
  });
}

const PLAYWRIGHT_STATES = { expected: "passed", flaky: "flaky", unexpected: "failed", skipped: "skipped" } as const;

/** Returns the results in a report of Playwright's JSON reporter. */
export function readPlaywright({ suites, errors }: JSONReport): Result[] {
  const specs = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }): Result => {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0);
      const error = results.flatMap(({ errors }) => errors.map(({ message }) => message))[0] ?? "";
      return { file: `e2e/${file}`, title, state: PLAYWRIGHT_STATES[status], ms, error };
    }),
  );
  return [...specs, ...errors.map(({ message = "" }) => failure("end-to-end tests", message))];
}

function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSuite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}

export function failure(file: string, error: string): Result {
  return { file, title: "", state: "failed", ms: 0, error };
}

/** Describes failures in at most `lines` lines: the name of each test and the first lines of its error. */
export function describeFailures(failures: readonly Result[], lines: number): string[] {
  const each = Math.max(1, Math.min(6, Math.floor(lines / failures.length)));
  const shown = failures.slice(0, lines - 1);
  const described = shown.flatMap(({ file, title, error }) => {
    const name = `  ${file} ${title}`.trimEnd();
    const text = stripVTControlCharacters(error)
      .split("\n")
      .filter((line) => line.trim() !== "");
    if (each === 1) return [`${name}: ${text[0] ?? ""}`];
    return [name, ...text.slice(0, each - 1).map((line) => `      ${line}`)];
  });
  return shown.length < failures.length ? [...described, `  … and ${failures.length - shown.length} more`] : described;
}
