import { describe } from "vitest";

/** Groups tests. If there are reasons to skip, the group is skipped and its name states them. */
export function describeUnless(reasons: readonly (string | undefined)[], name: string, tests: () => void): void {
  const given = reasons.filter((reason) => reason !== undefined);
  if (given.length === 0) describe(name, () => tests());
  else describe.skip(`${name} (skipped: ${given.join(", ")})`, () => tests());
}
