import fc from "fast-check";
import { expect, it } from "vitest";
import type { Step } from "./command.ts";
import { shorten } from "./shorten.ts";

it("finds the commands that cause a violation together, in their order", async () => {
  const list = fc.uniqueArray(fc.nat(99).map(String), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(list, fc.infiniteStream(fc.boolean()), async (names, choices) => {
      const steps = names.map((name): Step => [name, {}]);
      const needed = steps.filter((_, index) => index === 0 || choices.next().value);
      const run = async (some: readonly Step[]) =>
        needed.every((one) => some.includes(one)) ? { error: undefined, steps: some } : undefined;
      const { steps: found } = await shorten({ error: undefined, steps }, run, 10_000);
      expect(found).toEqual(needed);
    }),
  );
});
