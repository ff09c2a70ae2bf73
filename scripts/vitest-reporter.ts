import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import type { Result, Results } from "./test-results.ts";

/** Writes the results of a vitest run as JSON to the file in TEST_RESULTS. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const results: Results = { tests: modules.flatMap(resultsOf), errors: unhandled.map(textOf) };
    writeFileSync(process.env.TEST_RESULTS ?? "", JSON.stringify(results));
  }
}

function resultsOf(module: TestModule): Result[] {
  const file = module.relativeModuleId;
  const state = module.state();
  const results = [
    ...[...module.children.allTests()].map((test) => resultOf(test, file)),
    ...[module, ...module.children.allSuites()].flatMap((suite) => failureOf(suite, file)),
  ];
  if (state === "pending" || state === "queued") {
    results.push({ ...other(file, ""), error: "The test file did not finish, because its worker process ended." });
  }
  return results;
}

function resultOf(test: TestCase, file: string): Result {
  const { state, errors = [] } = test.result();
  return {
    file,
    title: test.fullName,
    kind: "test",
    state: state === "passed" || state === "skipped" ? state : isTimeout(errors) ? "timed out" : "failed",
    ms: test.diagnostic()?.duration ?? 0,
    error: errors.map(textOf).join("\n"),
    warnings: test.annotations().flatMap(({ type, message }) => (type === "warning" ? [message] : [])),
  };
}

/** Returns the errors of a suite's hooks or of loading a file, as one failed result. */
function failureOf(suite: TestModule | TestSuite, file: string): Result[] {
  const errors = suite.errors();
  if (errors.length === 0) return [];
  const failure = other(file, suite.type === "suite" ? suite.fullName : "");
  return [{ ...failure, state: isTimeout(errors) ? "timed out" : "failed", error: errors.map(textOf).join("\n") }];
}

function other(file: string, title: string): Result {
  return { file, title, kind: "other", state: "failed", ms: 0, error: "", warnings: [] };
}

function isTimeout(errors: readonly SerializedError[]): boolean {
  return errors.some(({ message }) => /^(Test|Hook) timed out in /.test(message));
}

function textOf({ name, message }: SerializedError): string {
  return name === undefined ? message : `${name}: ${message}`;
}
