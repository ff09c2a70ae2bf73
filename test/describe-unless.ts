import { describe } from "vitest";

/** A group of tests that is skipped, and says in its name why, where one of these reasons is given. */
export function describeUnless(reasons: readonly (string | undefined)[], name: string, tests: () => void): void {
  const given = reasons.filter((reason) => reason !== undefined);
  if (given.length === 0) describe(name, () => tests());
  else describe.skip(`${name} (skipped: ${given.join(", ")})`, () => tests());
}
