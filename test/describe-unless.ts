import { describe } from "vitest";

/** Like `describe`, but skips the tests and adds the reasons to the title if any reason is defined. */
export function describeUnless(reasons: readonly (string | undefined)[], name: string, tests: () => void): void {
  const given = reasons.filter((reason) => reason !== undefined);
  if (given.length === 0) describe(name, () => tests());
  else describe.skip(`${name} (skipped: ${given.join(", ")})`, () => tests());
}
