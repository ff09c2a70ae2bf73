import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { ED25519, parseNote, toVerifierKey } from "#lib/tlog/signed-note.ts";
import { readHead } from "#server/audit/log/read-head.ts";
import { keyIdOf, readPublicKeys } from "#server/audit/log/signing-keys.ts";
import type { Database } from "#server/db/open.ts";
import { findContradiction, readLastLeaf } from "./find-contradiction.ts";
import { rawPublicKey } from "./note-signer.ts";
import {
  checkpointFile,
  listLogs,
  originOf,
  readSignedTree,
  type SignedTree,
  treeFolder,
  verifyNote,
} from "./signed-tree.ts";
import { openTileFolder } from "./tile-folder.ts";

export interface CheckpointLocations {
  readonly folder: string;
  readonly keyFile: string;
}

/** An event that the database must contain according to a checkpoint. */
export interface ExpectedEvent {
  readonly database_id: string;
  readonly seq: number;
  /** The text of the checkpoint. */
  readonly checkpoint: string;
}

/** A checkpoint that the database contradicts, and the last event that the database contains. */
export interface LostHistory {
  readonly expected: ExpectedEvent;
  readonly found: { readonly seq: number; readonly hash: string } | undefined;
  readonly explanation: string;
}

/**
 * Compares a database with the last signed tree of its log. Without one, the database must not have replaced another one.
 * Returns undefined if nothing is lost.
 */
export async function findLostHistory(
  database: Pick<Database, "orm">,
  databaseId: string,
  locations: CheckpointLocations,
): Promise<LostHistory | undefined> {
  const { folder } = locations;
  const head = await readHead(database);
  const found = head === undefined ? undefined : { seq: head.seq, hash: head.hash.toString("hex") };
  const lost = (expected: ExpectedEvent, what: string): LostHistory => ({
    expected,
    found,
    explanation: explain(locations, expected, what),
  });
  const tree = await readSignedTree(folder, databaseId);
  if (tree !== undefined) {
    const what = await findContradiction(
      database,
      await readLastLeaf(openTileFolder(treeFolder(folder, databaseId)), tree.size),
    );
    return what === undefined ? undefined : lost(expectedByTree(databaseId, tree), what);
  }
  const other = await findForeign(locations);
  return other && lost(other, `a different database (${databaseId}) without checkpoints; ${lastOf(found)}`);
}

/**
 * Returns the checkpoint of a database that this deployment's key has signed. The caller has no checkpoint, so that
 * database was lost or replaced. If the key is missing too, the deployment cannot recognise its own checkpoints, and any
 * checkpoint is returned.
 */
export async function findForeign({ folder, keyFile }: CheckpointLocations): Promise<ExpectedEvent | undefined> {
  const own = existsSync(keyFile) ? createPublicKey(readFileSync(keyFile, "utf8")) : undefined;
  const keys = own === undefined ? readPublicKeys(folder) : new Map([[keyIdOf(own), own]]);
  for (const databaseId of listLogs(folder)) {
    const name = originOf(databaseId);
    const logs = await Promise.all(
      [...keys.values()].map((key) => toVerifierKey({ name, type: ED25519, publicKey: rawPublicKey(key) })),
    );
    const note = readFileSync(checkpointFile(folder, databaseId), "utf8");
    const verified = await verifyNote(note, logs);
    if (verified.ok) return { database_id: databaseId, seq: verified.value.size, checkpoint: textOf(note) };
  }
  return undefined;
}

export function explain({ folder }: CheckpointLocations, expected: ExpectedEvent, found: string): string {
  return (
    `The database has lost events. Expected: event ${expected.seq} of the database ${expected.database_id}, according ` +
    `to a checkpoint in ${folder}. Found: ${found}. Nothing was changed.\n` +
    "Restore a newer backup (npm run restore), or correct DATA_DIR, DATABASE_URL or CHECKPOINT_DIR if they belong to " +
    "different deployments. To continue without the lost events: npm run accept-loss"
  );
}

function expectedByTree(databaseId: string, { size, note }: SignedTree): ExpectedEvent {
  return { database_id: databaseId, seq: size, checkpoint: textOf(note) };
}

const textOf = (note: string) => parseNote(note)?.text ?? "";

function lastOf(found: LostHistory["found"]): string {
  return found === undefined ? "the database contains no events" : `the last event is ${found.seq}`;
}
