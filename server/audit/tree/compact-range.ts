import { hashChildren } from "./tiles.ts";

/** Computes the root of a growing Merkle tree with one hash per complete subtree in memory. */
export interface CompactRange {
  push(leafHash: Buffer): void;
  /** Throws a RangeError for an empty tree. */
  root(): Buffer;
}

/** Continues a tree of `size` leaves from the hashes of its complete subtrees, widest first. */
export function createCompactRange(size: number, subtrees: readonly Buffer[]): CompactRange {
  const peaks = [...subtrees];
  let leaves = size;
  return {
    push(leafHash) {
      let right = leafHash;
      leaves++;
      // Each factor 2 of the new size completes a subtree.
      for (let rest = leaves; rest % 2 === 0; rest /= 2) right = hashChildren(peaks.pop() as Buffer, right);
      peaks.push(right);
    },
    root() {
      if (peaks.length === 0) throw new RangeError("the tree is empty");
      return peaks.reduceRight((right, left) => hashChildren(left, right));
    },
  };
}

/** Returns the leaves of the complete subtrees of a tree of `size` leaves, widest first. */
export function completeSubtrees(size: number): { readonly start: number; readonly end: number }[] {
  const subtrees = [];
  let start = 0;
  for (let width = 2 ** Math.floor(Math.log2(Math.max(1, size))); start < size; width /= 2) {
    if (start + width > size) continue;
    subtrees.push({ start, end: start + width });
    start += width;
  }
  return subtrees;
}
