import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/** What is printed as an error was not expected by anybody: the test that caused it fails. */
let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
});
