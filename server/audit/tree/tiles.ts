import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LeafRange, leftSize } from "#lib/tlog/tree-paths.ts";
import { replaceFile } from "#server/db/replace-file.ts";

/**
 * Stores the hashes of a Merkle tree as tiles (c2sp.org/tlog-tiles): 256 hashes of one level, or fewer in the last tile
 * of a level. A name such as "0/x001/067" or "1/000.p/12" maps to the concatenated hashes.
 */
export interface TileStore {
  /** Returns undefined if the tile does not exist. */
  read(name: string): Promise<Buffer | undefined>;
  /** The tile is durable when the promise resolves. */
  write(name: string, tile: Buffer): Promise<void>;
}

const TILE = 256;
const HASH = 32;

export const leafHash = (leaf: Uint8Array): Buffer => sha256(0, leaf);

/**
 * Appends leaf hashes to a tree of `size` leaves. Writes every tile that changes, the lowest level first. A repeated or
 * interrupted call is safe, because the content of a tile depends only on the leaves.
 */
export async function appendLeaves(store: TileStore, size: number, leaves: readonly Buffer[]): Promise<void> {
  let added = leaves;
  for (let level = 0, before = size; added.length > 0; level++, before = Math.floor(before / TILE)) {
    const complete: Buffer[] = [];
    let index = Math.floor(before / TILE);
    let tile = [...(await readTile(store, level, index, before))];
    for (const [position, one] of added.entries()) {
      tile.push(one);
      const isFull = tile.length === TILE;
      if (!isFull && position < added.length - 1) continue;
      await store.write(nameOf(level, index, tile.length), Buffer.concat(tile));
      if (!isFull) break;
      complete.push(rootOf(tile));
      tile = [];
      index++;
    }
    added = complete;
  }
}

/** Copies the tiles of a tree of `size` leaves, which may grow meanwhile. Throws if one is missing or damaged. */
export async function copyTiles(from: TileStore, to: TileStore, size: number): Promise<void> {
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE)) {
    for (let index = 0; index * TILE < count; index++) {
      const tile = await readTile(from, level, index, count);
      await to.write(nameOf(level, index, tile.length), Buffer.concat(tile));
    }
  }
}

/** Yields the leaf hashes of a tree of `size` leaves. Throws if a tile is missing or damaged. */
export async function* readLeaves(store: TileStore, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index * TILE < size; index++) yield* await readTile(store, 0, index, size);
}

/** Returns the hash of leaves of a tree of `size` leaves. The range is a subtree, or a subtree's part up to `size`. */
export async function hashRange(store: TileStore, size: number, { start, end }: LeafRange): Promise<Buffer> {
  const count = end - start;
  if (count === 0) return hash("sha256", "", "buffer");
  let [level, width] = [0, 1];
  while (width * TILE <= count) {
    level++;
    width *= TILE;
  }
  const isComplete = Number.isInteger(Math.log2(count));
  if (!isComplete) {
    const middle = start + leftSize(count);
    return hashChildren(
      await hashRange(store, size, { start, end: middle }),
      await hashRange(store, size, { start: middle, end }),
    );
  }
  const first = start / width;
  const index = Math.floor(first / TILE);
  const tile = await readTile(store, level, index, Math.floor(size / width));
  const from = first - index * TILE;
  return rootOf(tile.slice(from, from + count / width));
}

/** Reads the hashes of a tile on a level with `size` hashes; an empty list if the tile would be empty. */
async function readTile(store: TileStore, level: number, index: number, size: number): Promise<readonly Buffer[]> {
  const width = Math.min(TILE, size - index * TILE);
  if (width <= 0) return [];
  // A partial tile may have been deleted after the full tile was written.
  const bytes = (await store.read(nameOf(level, index, width))) ?? (await store.read(nameOf(level, index, TILE)));
  if (bytes === undefined || bytes.length < width * HASH || bytes.length % HASH !== 0)
    throw new Error(`The tile ${nameOf(level, index, width)} of the audit log's Merkle tree is missing or damaged.`);
  return Array.from({ length: width }, (_, position) => bytes.subarray(position * HASH, (position + 1) * HASH));
}

/** Returns a name such as "0/x001/x234/067.p/12" for a tile with 12 hashes. */
function nameOf(level: number, index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0");
  const groups = digits.match(/\d{3}/g) ?? [];
  const path = groups.map((group, position) => (position < groups.length - 1 ? `x${group}` : group)).join("/");
  return `${level}/${path}${width < TILE ? `.p/${width}` : ""}`;
}

/** Returns the root of a complete subtree: the number of hashes is a power of two. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes];
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, index) =>
      hashChildren(level[index * 2] as Buffer, level[index * 2 + 1] as Buffer),
    );
  return level[0] as Buffer;
}

export const hashChildren = (left: Buffer, right: Buffer): Buffer => sha256(1, left, right);

function sha256(prefix: number, ...parts: readonly Uint8Array[]): Buffer {
  return hash("sha256", Buffer.concat([Buffer.of(prefix), ...parts]), "buffer");
}

/** Stores the tiles of a log as files: `folder/tile/0/x001/067`. */
export function openTileFolder(folder: string): TileStore {
  const fileOf = (name: string) => join(folder, "tile", name);
  return {
    async read(name) {
      const file = fileOf(name);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    async write(name, tile) {
      const file = fileOf(name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, tile, 0o600);
      // A full tile contains its partial tiles. The names of full tiles do not end with ".p/12".
      rmSync(`${file}.p`, { recursive: true, force: true });
    },
  };
}
