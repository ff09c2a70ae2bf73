import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TreeHead } from "#lib/tlog/merkle.ts";
import type { VerifierKey } from "#lib/tlog/signed-note.ts";
import { type Verification, type VerifiedCheckpoint, verifyCheckpoint } from "#lib/tlog/verify-proof.ts";

/** The last signed tree of a log. */
export interface SignedTree extends TreeHead {
  /** The checkpoint with its cosignatures (c2sp.org/tlog-checkpoint). */
  readonly note: string;
  /** When the file of the checkpoint was written. */
  readonly at: Date;
}

const PREFIX = "tree-";

/** Returns the folder with the tiles and the last checkpoint of a database's log. */
export const treeFolder = (folder: string, databaseId: string) => join(folder, `${PREFIX}${databaseId}`);

export const checkpointFile = (folder: string, databaseId: string) =>
  join(treeFolder(folder, databaseId), "checkpoint");

/** Returns the name of a database's log. After an accepted loss, the database has another id and thus another log. */
export const originOf = (databaseId: string) => `forecasting-gateway/${databaseId}`;

/** Returns the ids of the databases whose logs have a signed tree in CHECKPOINT_DIR, the last signed first. */
export function listLogs(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .map((databaseId) => ({
      databaseId,
      stat: statSync(checkpointFile(folder, databaseId), { throwIfNoEntry: false }),
    }))
    .filter(({ stat }) => stat !== undefined)
    .toSorted((one, other) => Number(other.stat?.mtimeMs) - Number(one.stat?.mtimeMs))
    .map(({ databaseId }) => databaseId);
}

/** Verifies the log's signature of a checkpoint. The cosignatures are not verified. */
export function verifyNote(note: string, logs: readonly VerifierKey[]): Promise<Verification<VerifiedCheckpoint>> {
  return verifyCheckpoint(note, { logs, witnesses: [], isQuorum: () => true });
}

/** Returns the last signed tree of a log; undefined if there is none. Throws unless one of the keys has signed it. */
export async function readSignedTree(
  folder: string,
  databaseId: string,
  logs: readonly VerifierKey[],
): Promise<SignedTree | undefined> {
  const file = checkpointFile(folder, databaseId);
  if (!existsSync(file)) return undefined;
  const note = readFileSync(file, "utf8");
  const verified = await verifyNote(note, logs);
  if (!verified.ok)
    throw new Error(
      `${file} is not a checkpoint of this log: ${verified.error}. Restore the file, or add the key that signed it to ` +
        "LOG_KEY_FILE.",
    );
  return { size: verified.value.size, root: verified.value.root, note, at: statSync(file).mtime };
}
