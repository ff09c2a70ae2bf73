import { describe, expect, it } from "vitest";
import { describeFailures, failure, type Result, readPlaywright, readVitest } from "./test-results.ts";

const error = "Error: 1 is not 2\n    at a.test.ts";

it("reads the tests of vitest, and one failure for a file without a failed test that failed nevertheless", () => {
  const test = (title: string, status: string, ...failureMessages: string[]) => ({
    fullName: ` ${title}`,
    status,
    failureMessages,
    duration: 1,
  });
  const file = (name: string, status: string, ...assertionResults: object[]) => ({
    name: `${process.cwd()}/${name}`,
    status,
    message: status === "failed" ? error : "",
    assertionResults,
  });
  const testResults = [
    file("a.test.ts", "failed", test("a", "passed"), test("b", "passed", error), test("c", "failed", error)),
    file("b.test.ts", "failed", test("a", "skipped"), test("b", "pending"), test("c", "todo")),
  ];
  const results = readVitest({ testResults } as Parameters<typeof readVitest>[0]);
  expect(results.map(({ file, title, state, error }) => [file, title, state, error])).toEqual([
    ["a.test.ts", "a", "passed", ""],
    ["a.test.ts", "b", "flaky", error],
    ["a.test.ts", "c", "failed", error],
    ["b.test.ts", "a", "skipped", ""],
    ["b.test.ts", "b", "skipped", ""],
    ["b.test.ts", "c", "skipped", ""],
    ["b.test.ts", "", "failed", error],
  ]);
});

it("reads the tests of Playwright, also in nested groups, and the errors outside of tests", () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: "a.spec.ts",
    tests: [{ status, results: messages.map((message) => ({ duration: 2, errors: message ? [{ message }] : [] })) }],
  });
  const nested = { specs: [spec("c", "unexpected", error, error), spec("d", "skipped")] };
  const suites = [{ specs: [spec("a", "expected", ""), spec("b", "flaky", error, "")], suites: [nested] }];
  const report = { suites, errors: [{ message: "no browser" }] } as unknown;
  const result = (title: string, state: Result["state"], ms: number, error = "") => ({
    file: "e2e/a.spec.ts",
    title,
    state,
    ms,
    error,
  });
  expect(readPlaywright(report as Parameters<typeof readPlaywright>[0])).toEqual([
    result("a", "passed", 2),
    result("b", "flaky", 4, error),
    result("c", "failed", 4, error),
    result("d", "skipped", 0),
    failure("end-to-end tests", "no browser"),
  ]);
});

describe("the list of failures", () => {
  const error = "\u001b[31mError: first\u001b[39m\n\nsecond\nthird\nfourth\nfifth\nsixth";

  it("shows each name and the first lines of the error", () => {
    expect(describeFailures([failure("a.test.ts", error)], 60)).toEqual([
      "  a.test.ts",
      "      Error: first",
      "      second",
      "      third",
      "      fourth",
      "      fifth",
    ]);
  });

  it("shows as many failures as fit in the given number of lines", () => {
    for (const count of [1, 10, 11, 30, 31, 60]) {
      const failures = Array.from({ length: count }, (_, index) => failure(`no. ${index}`, error));
      const lines = describeFailures(failures, 60);
      expect(lines.length).toBeLessThanOrEqual(60);
      for (const { file } of failures.slice(0, 59)) expect(lines.join("\n")).toContain(file);
    }
    const many = Array.from({ length: 70 }, (_, index) => failure(`no. ${index}`, error));
    expect(describeFailures(many, 60).at(-1)).toBe("  … and 11 more");
  });
});
