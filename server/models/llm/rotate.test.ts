import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rotate } from "./ask-in-orders.ts";

const options = Array.from({ length: 20 }, (_, index) => `o${index}`);
const size = fc.integer({ min: 2, max: 20 });

describe("rotated orders", () => {
  it("contain every option once, and begin with different options", () => {
    fc.assert(
      fc.property(size, size, (count, orders) => {
        const args = options.slice(0, count);
        const found = rotate(args, Math.min(count, orders));
        for (const order of found) expect([...order].sort()).toEqual([...args].sort());
        expect(new Set(found.map(([first]) => first)).size).toBe(found.length);
      }),
    );
  });

  it("place each option in each position once if there are as many orders as options", () => {
    const found = rotate(options, options.length);
    for (const index of options.keys()) expect(new Set(found.map((order) => order[index])).size).toBe(20);
  });

  it("begin with the given order and are spread evenly", () => {
    expect(rotate(options, 5).map(([first]) => first)).toEqual(["o0", "o4", "o8", "o12", "o16"]);
  });
});
