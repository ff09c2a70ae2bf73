import { existsSync, readFileSync } from "node:fs";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import type { TreeHead } from "#lib/tlog/merkle.ts";
import { parseNote, type VerifierKey } from "#lib/tlog/signed-note.ts";
import {
  type CheckSignature,
  createSignatureCheck,
  type EventSignature,
  type SignatureState,
} from "#server/audit/log/event-signer.ts";
import { completeSubtrees } from "#server/audit/tree/compact-range.ts";
import { checkpointFile, treeFolder, verifyNote } from "#server/audit/tree/signed-tree.ts";
import { hashRange, openTileFolder } from "./tiles.ts";

/** The signed statements about an audit log. The log is compared with them. */
export interface CheckpointSource {
  readonly databaseId: string;
  /** Yields the signatures of single events at the ends of exports. */
  readSignatures(): Iterable<EventSignature>;
  /** Checks a signature of a single event with the keys that the verifier trusts. */
  readonly checkSignature: CheckSignature;
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

/** Returns the last checkpoint of a database's log in CHECKPOINT_DIR. `logs` are the keys that the verifier trusts. */
export function sourceOfLog(folder: string, databaseId: string, logs: readonly VerifierKey[]): CheckpointSource {
  const file = checkpointFile(folder, databaseId);
  const read = async () => (existsSync(file) ? readTreeStatement(databaseId, logs, readFileSync(file, "utf8")) : []);
  return {
    databaseId,
    readSignatures: () => [],
    checkSignature: createSignatureCheck(logs),
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
export async function readTreeStatement(
  databaseId: string,
  logs: readonly VerifierKey[],
  note: string,
): Promise<TreeStatement[]> {
  const verified = await verifyNote(note, logs);
  const { size, root } = parseCheckpoint(parseNote(note)?.text ?? "") ?? { size: 0, root: new Uint8Array(0) };
  const failure = verified.ok || verified.error !== "unknown log" ? "forged" : "unknown_key";
  return [{ databaseId, size, root, signature: verified.ok ? "genuine" : failure }];
}
