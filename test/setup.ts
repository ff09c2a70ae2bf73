import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { seed } from "./effort.ts";
import { endProcesses } from "./run-process.ts";

fc.configureGlobal({ seed });

// After each file: files share their modules, so a hook at the top of a module would run for the first of them alone.
afterAll(endProcesses);

/** What is printed as an error was not expected by anybody: the test that caused it fails. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
});
