import fc from "fast-check";
import { expect, it } from "vitest";
import { memoryTiles } from "#test/generated-log.ts";
import { completeSubtrees, createCompactRange } from "./compact-range.ts";
import { appendLeaves, hashRange, leafHash } from "./tiles.ts";

const MAX_LEAVES = 600;
const leaves = Array.from({ length: MAX_LEAVES }, (_, index) => leafHash(Buffer.from(String(index))));

it("a compact range that continues a tree of any size has the roots of the tree", async () => {
  const store = memoryTiles();
  await appendLeaves(store, 0, leaves);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: MAX_LEAVES - 1 }),
      fc.integer({ min: 1, max: MAX_LEAVES }),
      async (size, more) => {
        const subtrees = await Promise.all(completeSubtrees(size).map((range) => hashRange(store, MAX_LEAVES, range)));
        const range = createCompactRange(size, subtrees);
        const end = Math.min(MAX_LEAVES, size + more);
        for (const leaf of leaves.slice(size, end)) range.push(leaf);
        expect(range.root()).toEqual(await hashRange(store, MAX_LEAVES, { start: 0, end }));
      },
    ),
  );
});

it("the complete subtrees cover all leaves without gaps", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (size) => {
      let covered = 0;
      for (const { start, end } of completeSubtrees(size)) {
        expect(start).toBe(covered);
        expect(Number.isInteger(Math.log2(end - start))).toBe(true);
        covered = end;
      }
      expect(covered).toBe(size);
    }),
  );
});
