import { stripVTControlCharacters } from "node:util";

/** The result of a test. `kind` is "other" for a failed hook or a file that does not load. */
export interface Result {
  readonly file: string;
  readonly title: string;
  readonly kind: "test" | "other";
  readonly state: "passed" | "failed" | "timed out" | "skipped";
  readonly ms: number;
  /** Error message; empty unless the test failed. */
  readonly error: string;
  readonly warnings: readonly string[];
}

export interface Results {
  readonly tests: readonly Result[];
  /** Errors outside of tests, such as an unhandled rejection. */
  readonly errors: readonly string[];
}

export const hasFailed = ({ state }: Result): boolean => state === "failed" || state === "timed out";

/**
 * Whether the failed tests may run again: at most `max` tests failed, none timed out, and no error occurred outside of
 * tests. A second run would hide such an error, because it runs only some files.
 */
export function mayRetry({ tests, errors }: Results, max: number): boolean {
  const failed = tests.filter(hasFailed);
  return (
    errors.length === 0 &&
    failed.length > 0 &&
    failed.length <= max &&
    failed.every(({ state }) => state !== "timed out")
  );
}

/**
 * Merges the results of all tests with the results of a second run of some tests. A test that failed in one run and
 * passed in the other is flaky and counts as passed. A failed hook or file that succeeds in the second run is dropped.
 */
export function mergeRetry(first: Results, second: Results): Results & { readonly flaky: readonly Result[] } {
  const again = new Map(second.tests.map((result) => [keyOf(result), result]));
  const flaky: Result[] = [];
  const tests = first.tests.flatMap((before) => {
    const after = again.get(keyOf(before));
    again.delete(keyOf(before));
    if (after === undefined) {
      if (before.kind === "test" || !hasFailed(before)) return [before];
      flaky.push(before);
      return [];
    }
    if (hasFailed(before) && hasFailed(after)) return [before];
    if (after.state === "passed" && hasFailed(before)) {
      flaky.push(before);
      return [after];
    }
    if (before.state === "passed" && hasFailed(after)) {
      flaky.push(after);
      return [before];
    }
    return [after];
  });
  return { tests: [...tests, ...again.values()], errors: second.errors, flaky };
}

const keyOf = ({ file, title, kind }: Result) => JSON.stringify([file, title, kind]);

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
