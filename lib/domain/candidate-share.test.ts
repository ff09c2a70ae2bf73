import fc from "fast-check";
import { expect, it } from "vitest";
import { isInShare } from "./candidate-share.ts";

it("a share contains a task in all larger shares, and about that part of all tasks", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const taskId = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(taskId, share, share, (digits, one, other) => {
      const id = `sha256:${digits.map((digit) => digit.toString(16)).join("")}`;
      const [small, large] = one < other ? [one, other] : [other, one];
      expect(isInShare(id, 0)).toBe(false);
      expect(isInShare(id, 1)).toBe(true);
      if (isInShare(id, small)) expect(isInShare(id, large)).toBe(true);
    }),
  );
  const tasks = Array.from({ length: 256 }, (_, index) => `sha256:${index.toString(16).padStart(2, "0").repeat(32)}`);
  expect(tasks.filter((id) => isInShare(id, 0.25))).toHaveLength(64);
});
