import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { FullResult, Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import type { Result } from "./test-results.ts";

const STATES = {
  passed: "passed",
  failed: "failed",
  interrupted: "failed",
  timedOut: "timed out",
  skipped: "skipped",
} as const;

/** Writes the results of a Playwright run as JSON to the file in TEST_RESULTS. */
export default class ResultsReporter implements Reporter {
  readonly #tests: Result[] = [];
  readonly #errors: string[] = [];

  onTestEnd(test: TestCase, { status, duration, errors, annotations }: TestResult): void {
    this.#tests.push({
      file: relative(process.cwd(), test.location.file),
      title: test.titlePath().slice(3).join(" "),
      kind: "test",
      state: STATES[status],
      ms: duration,
      error: errors.map(textOf).join("\n"),
      warnings: annotations.flatMap(({ type, description }) =>
        type === "warning" && description !== undefined ? [description] : [],
      ),
    });
  }

  onError(error: TestError): void {
    this.#errors.push(textOf(error));
  }

  onEnd(_result: FullResult): void {
    writeFileSync(process.env.TEST_RESULTS ?? "", JSON.stringify({ tests: this.#tests, errors: this.#errors }));
  }
}

function textOf({ message, value }: TestError): string {
  return message ?? value ?? "";
}
