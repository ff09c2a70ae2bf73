import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { seed } from "./effort.ts";
import { endProcesses } from "./run-process.ts";

fc.configureGlobal({ seed });

// Registered here, because test files share modules: a hook at the top of a module would run only for the first file.
afterAll(endProcesses);

/** Output on console.error fails the test that caused it. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
});
