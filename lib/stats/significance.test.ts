import { expect, it } from "vitest";
import { isSignificant } from "./significance.ts";

it.each([
  [100, { low: -0.2, high: -0.1 }, true],
  [100, { low: 0.1, high: 0.2 }, true],
  [99, { low: 0.1, high: 0.2 }, false],
  [100, { low: -0.1, high: 0.2 }, false],
  [100, { low: 0, high: 0.2 }, false],
  [100, null, false],
])("a difference over %d questions with the interval %o is significant: %s", (questions, interval, expected) => {
  expect(isSignificant(questions, interval)).toBe(expected);
});
