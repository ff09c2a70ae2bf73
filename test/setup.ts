import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { countSteps, runSteps } from "./clean-up.ts";
import { seed } from "./effort.ts";
import { endProcesses } from "./run-process.ts";

fc.configureGlobal({ seed });

// Registered in the setup file, because test files share modules: a hook in a module would run only for the first file.
afterAll(endProcesses);

let stepsBefore = 0;
beforeEach(() => {
  stepsBefore = countSteps();
});
afterEach(({ task }) => {
  vi.useRealTimers();
  // The steps of concurrent tests run after the file, because a test does not know which steps are its own.
  return task.concurrent === true ? undefined : runSteps(stepsBefore);
});

/** A test fails if anything calls console.error during the test. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
});
