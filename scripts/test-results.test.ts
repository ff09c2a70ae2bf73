import { describe, expect, it } from "vitest";
import { describeFailures, mayRetry, mergeRetry, type Result } from "./test-results.ts";

const result = (title: string, state: Result["state"], more: Partial<Result> = {}): Result => ({
  file: "a.test.ts",
  title,
  kind: "test",
  state,
  ms: 1,
  error: state === "failed" ? `Error: ${title}` : "",
  warnings: [],
  ...more,
});
const run = (...tests: Result[]) => ({ tests, errors: [] });

describe("failed tests run a second time", () => {
  it("if at most `max` tests failed", () => {
    const failed = ["a", "b", "c"].map((title) => result(title, "failed"));
    expect(mayRetry(run(...failed, result("d", "passed")), 3)).toBe(true);
    expect(mayRetry(run(...failed, result("d", "failed")), 3)).toBe(false);
    expect(mayRetry(run(result("a", "passed"), result("b", "skipped")), 3)).toBe(false);
  });

  it("unless a test timed out", () => {
    expect(mayRetry(run(result("a", "failed"), result("b", "timed out")), 3)).toBe(false);
  });

  it("unless an error occurred outside of tests", () => {
    expect(mayRetry({ ...run(result("a", "failed")), errors: ["Error: unhandled"] }, 3)).toBe(false);
  });
});

describe("merging the results of two runs", () => {
  const passed = result("stable", "passed");

  it("reports a test as flaky if it fails first and then passes, with the first error", () => {
    const merged = mergeRetry(run(result("a", "failed"), passed), run(result("a", "passed")));
    expect(merged).toEqual({
      tests: [result("a", "passed"), passed],
      errors: [],
      flaky: [result("a", "failed")],
    });
  });

  it("reports a test as failed if it fails twice, does not run again, or times out", () => {
    const failed = result("a", "failed");
    for (const second of [[failed], [], [result("a", "timed out")]]) {
      expect(mergeRetry(run(failed, passed), run(...second))).toEqual({
        tests: [failed, passed],
        errors: [],
        flaky: [],
      });
    }
  });

  it("reports a test as flaky if it fails only in the second run", () => {
    const first = run(result("a", "failed"), passed);
    const merged = mergeRetry(first, run(result("a", "passed"), result("stable", "failed")));
    expect(merged.tests.map(({ state }) => state)).toEqual(["passed", "passed"]);
    expect(merged.flaky.map(({ title }) => title)).toEqual(["a", "stable"]);
  });

  it("includes the tests that a failed hook or file prevented in the first run", () => {
    const file = result("", "failed", { kind: "other" });
    const merged = mergeRetry(run(file, passed), run(result("a", "passed"), result("b", "failed")));
    expect(merged.tests).toEqual([passed, result("a", "passed"), result("b", "failed")]);
    expect(merged.flaky).toEqual([file]);
    expect(mergeRetry(run(file), run(file)).tests).toEqual([file]);
    const hooked = mergeRetry(run(file, result("a", "skipped")), run(result("a", "passed")));
    expect(hooked.tests).toEqual([result("a", "passed")]);
  });

  it("distinguishes tests with the same name in different files", () => {
    const other = result("a", "failed", { file: "b.test.ts" });
    const merged = mergeRetry(run(result("a", "failed"), other), run(result("a", "passed"), other));
    expect(merged.tests).toEqual([result("a", "passed"), other]);
  });

  it("includes errors outside of tests from the second run", () => {
    const second = { ...run(result("a", "passed")), errors: ["Error: unhandled"] };
    expect(mergeRetry(run(result("a", "failed")), second).errors).toEqual(["Error: unhandled"]);
  });
});

describe("the list of failures", () => {
  const error = "\u001b[31mError: first\u001b[39m\n\nsecond\nthird\nfourth\nfifth\nsixth";

  it("shows each name and the first lines of the error", () => {
    expect(describeFailures([result("is here", "failed", { error })], 60)).toEqual([
      "  a.test.ts is here",
      "      Error: first",
      "      second",
      "      third",
      "      fourth",
      "      fifth",
    ]);
  });

  it("shows as many failures as fit in the given number of lines", () => {
    for (const count of [1, 10, 11, 30, 31, 60]) {
      const failures = Array.from({ length: count }, (_, index) => result(`no. ${index}`, "failed", { error }));
      const lines = describeFailures(failures, 60);
      expect(lines.length).toBeLessThanOrEqual(60);
      const named = failures.slice(0, 59);
      for (const { title } of named) expect(lines.join("\n")).toContain(`${title}`);
    }
    const many = Array.from({ length: 70 }, (_, index) => result(`no. ${index}`, "failed", { error }));
    expect(describeFailures(many, 60).at(-1)).toBe("  … and 11 more");
  });
});
