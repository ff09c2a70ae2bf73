import { generateKeyPairSync } from "node:crypto";
import { printCheckpoint } from "#lib/tlog/checkpoint.ts";
import type { Hash } from "#lib/tlog/merkle.ts";
import { printNote } from "#lib/tlog/signed-note.ts";
import { consistencyPath, inclusionPath, type LeafRange } from "#lib/tlog/tree-paths.ts";
import { type NoteSigner, openLogSigner } from "#server/audit/tree/note-signer.ts";
import { appendLeaves, hashRange, leafHash, type TileStore } from "#server/audit/tree/tiles.ts";

export function memoryTiles(): TileStore & { readonly tiles: ReadonlyMap<string, Buffer> } {
  const tiles = new Map<string, Buffer>();
  return {
    tiles,
    read: async (name) => tiles.get(name),
    write: async (name, tile) => {
      tiles.set(name, tile);
    },
  };
}

const { privateKey } = generateKeyPairSync("ed25519");

/** A log whose leaves were appended in batches of the given sizes. */
export async function generateLog(origin: string, leaves: readonly Uint8Array[], batches: readonly number[]) {
  const store = memoryTiles();
  let size = 0;
  for (const batch of [...batches, leaves.length]) {
    const added = leaves.slice(size, size + batch);
    await appendLeaves(store, size, added.map(leafHash));
    size += added.length;
  }
  const signer = await openLogSigner(origin, privateKey);
  const hashesOf = async (path: readonly LeafRange[]): Promise<Hash[]> => {
    const hashes = path.map((range) => hashRange(store, size, range));
    return (await Promise.all(hashes)).map((one) => new Uint8Array(one));
  };
  const [root] = (await hashesOf([{ start: 0, end: size }])) as [Hash];
  return {
    store,
    size,
    root,
    signer,
    privateKey,
    rootAt: async (old: number) => ((await hashesOf([{ start: 0, end: old }])) as [Hash])[0],
    note: signNote({ origin, size, root }, [signer]),
    inclusion: (index: number) => hashesOf(inclusionPath(index, size)),
    consistency: (old: number) => hashesOf(consistencyPath(old, size)),
  };
}

export function signNote(head: Parameters<typeof printCheckpoint>[0], signers: readonly NoteSigner[]): string {
  const text = printCheckpoint(head);
  return printNote({ text, signatures: signers.map((signer) => signer.sign(text)) });
}
