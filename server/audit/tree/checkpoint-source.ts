import { existsSync, readFileSync } from "node:fs";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import type { TreeHead } from "#lib/tlog/merkle.ts";
import { parseNote } from "#lib/tlog/signed-note.ts";
import type { EventSignature } from "#server/audit/log/event-signer.ts";
import { checkSignatureWith, readPublicKeys, type SignatureState } from "#server/audit/log/signing-keys.ts";
import { completeSubtrees } from "#server/audit/tree/compact-range.ts";
import { checkpointFile, readLogKeys, treeFolder, verifyNote } from "#server/audit/tree/signed-tree.ts";
import { openTileFolder } from "#server/audit/tree/tile-folder.ts";
import { hashRange } from "#server/audit/tree/tiles.ts";

export type CheckSignature = (signature: EventSignature) => SignatureState;

/** The signed statements about an audit log. The log is compared with them. */
export interface CheckpointSource {
  readonly databaseId: string;
  /** Yields the signatures of single events at the ends of exports. */
  readSignatures(): Iterable<EventSignature>;
  /** Reads the public keys once and returns a function that checks any number of signatures. */
  readKeys(): CheckSignature;
  /** Returns the checkpoints of this database, and possibly of others. */
  readTrees(): Promise<readonly TreeStatement[]>;
  /** Returns the hashes of the complete subtrees of the first `size` events, widest first; undefined if unknown. */
  readSubtrees(size: number): Promise<readonly Buffer[] | undefined>;
}

/** The content of a checkpoint, and whether its signature is genuine. */
export interface TreeStatement extends TreeHead {
  readonly databaseId: string;
  readonly signature: SignatureState;
}

/** Returns the last checkpoint of a database's log in CHECKPOINT_DIR. */
export function sourceOfLog(folder: string, databaseId: string): CheckpointSource {
  const file = checkpointFile(folder, databaseId);
  const read = async () => (existsSync(file) ? readTreeStatement(folder, databaseId, readFileSync(file, "utf8")) : []);
  return {
    databaseId,
    readSignatures: () => [],
    readKeys() {
      const keys = readPublicKeys(folder);
      return (signature) => checkSignatureWith(keys, signature);
    },
    readTrees: read,
    async readSubtrees(size) {
      if (size === 0) return [];
      const [last] = await read();
      if (last === undefined || last.size < size) return undefined;
      const store = openTileFolder(treeFolder(folder, databaseId));
      return Promise.all(completeSubtrees(size).map((range) => hashRange(store, last.size, range)));
    },
  };
}

/** Returns the content of a checkpoint as a list of one. The size of a text that is not a checkpoint is 0. */
export async function readTreeStatement(folder: string, databaseId: string, note: string): Promise<TreeStatement[]> {
  const verified = await verifyNote(note, await readLogKeys(folder, databaseId));
  const { size, root } = parseCheckpoint(parseNote(note)?.text ?? "") ?? { size: 0, root: new Uint8Array(0) };
  const failure = verified.ok || verified.error !== "unknown log" ? "forged" : "unknown_key";
  return [{ databaseId, size, root, signature: verified.ok ? "genuine" : failure }];
}
