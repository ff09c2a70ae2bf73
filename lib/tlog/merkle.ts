import { consistencyPath, inclusionPath, type LeafRange } from "./tree-paths.ts";

/** Hashes of RFC 6962, section 2.1, with SHA-256 from WebCrypto, so that browsers verify with the same code as Node. */

export type Hash = Uint8Array<ArrayBuffer>;

export async function sha256(...parts: readonly Uint8Array[]): Promise<Hash> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function hashLeaf(leaf: Uint8Array): Promise<Hash> {
  return sha256(Uint8Array.of(0), leaf);
}

function hashChildren(left: Hash, right: Hash): Promise<Hash> {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * Returns the root that an inclusion proof leads to, or undefined if the number of hashes does not fit the tree. The
 * proof is valid if this is the root of the tree.
 */
export async function rootOfInclusion(
  leaf: Hash,
  { index, size }: { readonly index: number; readonly size: number },
  proof: readonly Hash[],
): Promise<Hash | undefined> {
  if (index >= size) return undefined;
  const path = inclusionPath(index, size);
  if (path.length !== proof.length) return undefined;
  let hash = leaf;
  for (const [position, { end }] of path.entries()) {
    const sibling = proof[position] as Hash;
    hash = await (end <= index ? hashChildren(sibling, hash) : hashChildren(hash, sibling));
  }
  return hash;
}

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** Whether a consistency proof shows that the leaves of the old tree are the first leaves of the new tree. */
export async function isConsistent(old: TreeHead, now: TreeHead, proof: readonly Hash[]): Promise<boolean> {
  if (old.size > now.size) return false;
  if (old.size === 0) return proof.length === 0 && isEqual(old.root, await sha256());
  if (old.size === now.size) return proof.length === 0 && isEqual(old.root, now.root);
  const path = consistencyPath(old.size, now.size);
  if (path.length !== proof.length) return false;
  // Both roots are rebuilt from the same hashes: the old one from those that end within the old tree, the new one from all.
  const [first] = path as [LeafRange];
  const startsWithOld = first.end > old.size;
  let oldRoot = startsWithOld ? old.root : (proof[0] as Hash);
  let newRoot = oldRoot;
  for (const [position, { end }] of path.entries()) {
    if (position === 0 && !startsWithOld) continue;
    const hash = proof[position] as Hash;
    if (end <= old.size) {
      oldRoot = await hashChildren(hash, oldRoot);
      newRoot = await hashChildren(hash, newRoot);
    } else newRoot = await hashChildren(newRoot, hash);
  }
  return isEqual(oldRoot, old.root) && isEqual(newRoot, now.root);
}

export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
