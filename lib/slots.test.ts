import fc from "fast-check";
import { expect, it } from "vitest";
import { Slots } from "./slots.ts";

it("contains exactly the items that were added and not removed", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (steps) => {
      const slots = new Slots<string>();
      const held = new Map<string, number>();
      for (const [index, step] of steps.entries()) {
        const [name, slot] = [...held][step] ?? [];
        if (name === undefined || slot === undefined) held.set(`${index}`, slots.add(`${index}`));
        else {
          slots.remove(slot);
          held.delete(name);
        }
        expect([...slots].sort()).toEqual([...held.keys()].sort());
      }
    }),
  );
});

it("may be modified during iteration", () => {
  const slots = new Slots<number>();
  const added = [1, 2, 3].map((item) => slots.add(item));
  const seen: number[] = [];
  for (const item of slots) {
    seen.push(item);
    slots.remove(added[item - 1] ?? -1);
    slots.add(item + 10);
  }
  expect(seen).toEqual([1, 2, 3]);
});
