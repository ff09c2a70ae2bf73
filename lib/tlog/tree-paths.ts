/** Leaves `start` to `end - 1` of a Merkle tree, zero-based. Each range of a path is a complete subtree or its right edge. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the ranges whose hashes are the inclusion proof of a leaf in a tree of `size` leaves, from the leaf's sibling
 * to the child of the root (RFC 6962, section 2.1.1). Throws a RangeError unless 0 ≤ index < size.
 */
export function inclusionPath(index: number, size: number): LeafRange[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`leaf ${index} of a tree with ${size} leaves`);
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftSize(end - start);
    if (index < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
}

/**
 * Returns the ranges whose hashes are the consistency proof from a tree with `old` leaves to a tree with `size` leaves
 * (RFC 6962, section 2.1.2). The proof is empty if the sizes are equal. Throws a RangeError unless 0 < old ≤ size.
 */
export function consistencyPath(old: number, size: number): LeafRange[] {
  if (!(old > 0 && old <= size)) throw new RangeError(`consistency of ${old} leaves with ${size} leaves`);
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end !== old) {
    const middle = start + leftSize(end - start);
    if (old <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  // The verifier knows the old root, which is this range unless the old tree extends to its left.
  if (start > 0) path.push({ start, end });
  return path.reverse();
}

/** Returns the number of leaves of the left subtree: the largest power of two below `size`, which is at least 2. */
export function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}
